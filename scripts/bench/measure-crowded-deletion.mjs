// How long writers wait while many services with many tables are permanently deleted at once.
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { copyOf, openDatabase, serviceName, servicesOf } from './make-data.mjs';
import { schemaName, TABLES_PER_SCHEMA, tableName } from './sample.mjs';
import { startServer } from './server-process.mjs';

const SERVICES = 19;
const GOALS = { p50: 20, p99: 60 };
const IDLE_MS = 3_000;
const PAUSE_MS = 5;
const LONGEST_MS = 300_000;

export async function measureCrowdedDeletion({ crowded: tables, kept, scratch }) {
  const data = copyOf(await servicesOf(SERVICES, tables, kept), join(scratch, 'crowded'));
  const server = await startServer(data);
  const agent = new Agent({ keepAlive: true });
  const db = openDatabase(join(data, 'cairn.db'), { readOnly: true });
  const left = db.prepare("select count(*) as count from entity where type = 'table'");
  const gone = () => left.get().count <= TABLES_PER_SCHEMA;
  const patching = (until) => patchAgain({ ...server, agent }, until);
  try {
    await patching(endingAfter(IDLE_MS));
    const idle = await patching(endingAfter(IDLE_MS));
    const began = performance.now();
    const answers = Promise.all(
      Array.from({ length: SERVICES }, (_, i) => remove({ ...server, agent }, serviceName(i))),
    );
    const looked = { at: 0, gone: false };
    const busy = await patching(() => {
      if (performance.now() - looked.at > 500) Object.assign(looked, { at: performance.now(), gone: gone() });
      return looked.gone || performance.now() - began > LONGEST_MS;
    });
    const seconds = (performance.now() - began) / 1000;
    const statuses = await answers;
    const whole = looked.gone && statuses.every(({ status }) => status === 200) && busy.failed === 0;
    const answeredAfter = Math.max(...statuses.map(({ after }) => after));
    return Object.entries(GOALS).map(([which, goal]) => ({
      name: `crowded-delete-${which}`,
      title: `PATCH ${which} while ${SERVICES} services with ${tables.toLocaleString('en')} tables are deleted`,
      value: busy[which],
      unit: 'ms',
      goal,
      most: true,
      met: whole && busy[which] < goal,
      detail: { windows: [busy], idle, idleValue: idle[which], seconds, answeredAfter, failed: busy.failed },
    }));
  } finally {
    db.close();
    agent.destroy();
    await server.stop();
  }
}

function endingAfter(milliseconds) {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}

/** One PATCH after the other with short pauses: `{ rate, p50, p99, max, failed }`. */
async function patchAgain(server, isOver) {
  const times = [];
  let failed = 0;
  const began = performance.now();
  for (let n = 0; !isOver(); n++) {
    const path = `/api/v1/tables/name/keep.d.${schemaName(0)}.${tableName(n % TABLES_PER_SCHEMA)}`;
    const body = [{ op: 'add', path: '/description', value: `Described anew, for the ${began + n}th time` }];
    const { status, after } = await send(server, 'PATCH', path, body);
    times.push(after);
    if (status !== 200) failed += 1;
    await setTimeout(PAUSE_MS);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const rate = (times.length * 1000) / (performance.now() - began);
  return { rate, p50: at(0.5), p99: at(0.99), max: times.at(-1), failed };
}

function remove(server, service) {
  return send(server, 'DELETE', `/api/v1/services/databaseServices/name/${service}?recursive=true&hardDelete=true`);
}

/** `{ status, after }`: what was answered, and after how many milliseconds. */
function send({ url, token, agent }, method, path, body) {
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json-patch+json' };
  return new Promise((done, fail) => {
    const sent = request(url + path, { agent, method, headers }, (response) => {
      response.resume();
      response.on('end', () => done({ status: response.statusCode, after: performance.now() - began }));
    });
    sent.on('error', fail);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
