// How long requests wait while tags and terms are renamed, moved and permanently deleted: a term used on many columns, and
// glossaries and classifications with much below them. On both databases, one after the other.
import { mkdtempSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../postgres-server.mjs';
import { startServer } from './server-process.mjs';

const GOAL = 100;
const COLUMNS = 50;
const BATCH = 50;
const TOGETHER = 25;
const IDLE_MS = 5_000;
const PAUSE_MS = 5;
const AFTER_MS = 200;
const LONGEST_MS = 300_000;
export const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB' };

/** `usages`: labels of the term; `below`: terms, and tags, of a subtree; `on`: the databases. */
export async function measureRename({ usages, below, scratch, rounds, on = ['sqlite', 'postgres'] }) {
  const results = [];
  for (const database of on) {
    const postgres = database === 'postgres' ? await startPostgres({ settings: DURABLE }) : null;
    const folder = mkdtempSync(join(scratch, 'rename-'));
    const server = await startServer(folder, { databaseUrl: postgres?.url ?? null });
    const client = createClient(server);
    try {
      const made = await fill(client, { usages, below });
      results.push(...(await measureAll(client, made, { database, usages, below, rounds })));
    } finally {
      client.close();
      await server.stop();
      await postgres?.stop();
    }
  }
  return results;
}

async function measureAll(client, made, { database, usages, below, rounds }) {
  const changes = changesOf(made, { usages, below, rounds }).map(([name, title, requests]) => ({
    name: `rename-${database}-${name}`,
    title: `longest wait of other requests on ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'} while ${title}`,
    requests,
  }));
  return measureWaits(client, made, changes);
}

/** How long others wait during each of the changes. `made`: what they read and write. */
export async function measureWaits(client, made, changes) {
  await probe(client, made, IDLE_MS); // warms up
  const idle = await probe(client, made, IDLE_MS);
  const results = [];
  for (const { name, title, requests } of changes) {
    const took = [];
    const gone = [];
    const waits = [];
    for (const [method, path, body] of requests) {
      const began = performance.now();
      const done = client.send(method, path, body).then(async ({ status, json }) => {
        if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
        took.push(performance.now() - began);
        await client.removed();
        gone.push(performance.now() - began);
      });
      waits.push(await probe(client, made, LONGEST_MS, done));
    }
    const longest = (of) => Math.max(...Object.values(of).map((times) => times.at(-1) ?? 0));
    const value = Math.max(...waits.map(longest));
    const detail = {
      answeredAfter: Math.max(...took),
      goneAfter: Math.max(...gone),
      idleWait: longest(idle),
      kinds: summary(merged(waits)),
      idle: summary(idle),
    };
    results.push({ name, title, value, unit: 'ms', goal: GOAL, most: true, met: value <= GOAL, detail });
  }
  return results;
}

/** All times of each kind, sorted. */
function merged(waits) {
  const times = {};
  for (const kind of Object.keys(waits[0])) times[kind] = waits.flatMap((one) => one[kind]).sort((a, b) => a - b);
  return times;
}

function summary(times) {
  return Object.fromEntries(
    Object.entries(times).map(([kind, list]) => [
      kind,
      { p50: list[Math.floor(list.length / 2)] ?? 0, max: list.at(-1) ?? 0, count: list.length },
    ]),
  );
}

/** What is changed, in this order: `[name, title, requests]`. */
function changesOf(made, { usages, below, rounds }) {
  const count = (value) => value.toLocaleString('en');
  const used = `a term used ${count(usages)} times`;
  const large = (what) => `${what} with ${count(below)}`;
  const each = (request) => Array.from({ length: rounds }, (_, i) => request(i));
  const rename = (path) => each((i) => ['PATCH', path, [{ op: 'replace', path: '/name', value: `renamed${i}` }]]);
  const move = (path) =>
    each((i) => {
      const value = { id: made.homes[(i + 1) % 2], type: 'glossary' };
      return ['PATCH', path, [{ op: 'replace', path: '/glossary', value }]];
    });
  const remove = (path) => [['DELETE', `${path}?hardDelete=true&recursive=true`]];
  return [
    ['used', `${used} is renamed`, rename(`/v1/glossaryTerms/${made.used}`)],
    ['moved', `${used} is moved to another glossary`, move(`/v1/glossaryTerms/${made.used}`)],
    ['tags', `${large('a classification')} tags is renamed`, rename(`/v1/classifications/${made.classification}`)],
    ['terms', `${large('a glossary')} terms is renamed`, rename(`/v1/glossaries/${made.homes[0]}`)],
    ['subtree', `${large('a term')} terms below it is moved`, move(`/v1/glossaryTerms/${made.top}`)],
    ['delete-used', `${used} is deleted`, remove(`/v1/glossaryTerms/${made.used}`)],
    [
      'delete-tags',
      `${large('a classification')} tags is deleted`,
      remove(`/v1/classifications/${made.classification}`),
    ],
  ];
}

/** A term on so many columns and tables, and two subtrees of so many entities. */
async function fill({ put }, { usages, below }) {
  const config = { type: 'Mysql', username: 'reader', authType: { password: 'x' }, hostPort: 'localhost:3306' };
  await put('/v1/services/databaseServices', { name: 's', serviceType: 'Mysql', connection: { config } });
  await put('/v1/databases', { name: 'd', service: 's' });
  for (const name of ['p', 'new']) await put('/v1/databaseSchemas', { name, database: 's.d' });
  const homes = [];
  for (const name of ['first', 'second']) homes.push((await put('/v1/glossaries', { name, description: '-' })).id);
  const termOf = (name) => put('/v1/glossaryTerms', { name, glossary: 'first', description: '-' });
  const [used, top] = [await termOf('often'), await termOf('top')];
  const classification = await put('/v1/classifications', { name: 'large', description: '-' });
  const tags = [{ tagFQN: 'first.often', source: 'Glossary', labelType: 'Manual', state: 'Confirmed' }];
  const columns = Array.from({ length: COLUMNS }, (_, i) => ({ name: `c${i}`, dataType: 'INT', tags }));
  const count = Math.ceil(usages / (COLUMNS + 1));
  const tables = Array.from({ length: count }, (_, i) => ({ name: `t${i}`, databaseSchema: 's.d.p', columns, tags }));
  for (let at = 0; at < tables.length; at += BATCH) await put('/v1/tables/bulk', tables.slice(at, at + BATCH));
  const each = (what) =>
    Array.from({ length: below }, (_, i) => ({ name: `n${i}`, description: 'One of many', ...what }));
  for (const [path, bodies] of [
    ['/v1/tags', each({ classification: 'large' })],
    ['/v1/glossaryTerms', each({ glossary: 'first', parent: 'first.top' })],
  ])
    for (let at = 0; at < bodies.length; at += TOGETHER)
      await Promise.all(bodies.slice(at, at + TOGETHER).map((body) => put(path, body)));
  const table = (n) => `/v1/tables/name/s.d.p.t${n % count}`;
  return { used: used.id, top: top.id, classification: classification.id, homes, table, into: 's.d.new' };
}

let created = 0;

/** Times of each kind of request, sorted: sent one after the other, each kind beside the others, until `until` is over. */
async function probe({ send }, { table, into }, milliseconds, until = null) {
  let over = false;
  const ended = until
    ?.finally(() => setTimeout(AFTER_MS))
    .finally(() => {
      over = true;
    });
  const end = performance.now() + milliseconds;
  const again = async (method, pathOf, bodyOf) => {
    const times = [];
    for (let n = 0; !over && performance.now() < end; n++) {
      const body = bodyOf?.(n);
      const { status, after } = await send(method, pathOf(n), body);
      if (status >= 300) throw new Error(`${method} ${pathOf(n)}: ${status}`);
      times.push(after);
      await setTimeout(PAUSE_MS);
    }
    return times.sort((a, b) => a - b);
  };
  const describe = (n) => [{ op: 'add', path: '/description', value: `Described ${n} ${performance.now()}` }];
  const columns = [{ name: 'c', dataType: 'INT' }];
  const [GET, page, search, PATCH, POST] = await Promise.all([
    again('GET', (n) => `${table(n)}?fields=tags`),
    again('GET', () => '/v1/tables?limit=10&fields=tags'),
    again('GET', (n) => `/v1/search/query?q=t${n % 100}&index=table_search_index&size=10`),
    again('PATCH', table, describe),
    again(
      'POST',
      () => '/v1/tables',
      () => ({ name: `new${created++}`, databaseSchema: into, columns }),
    ),
    ended,
  ]);
  return { GET, page, search, PATCH, POST };
}

export function createClient(server) {
  const agent = new Agent({ keepAlive: true });
  const send = (method, path, body) => sendTo(server, agent, method, path, body);
  return {
    send,
    async put(path, body) {
      const { status, json } = await send('PUT', path, body);
      if (status >= 300 || json.numberOfRowsFailed) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
      return json;
    },
    /** Resolves when what was deleted is gone. */
    async removed() {
      for (let left = 1; left > 0; ) {
        left = 0;
        for (const state of ['queued', 'running'])
          left += (await send('GET', `/v1/jobs?kind=catalog.deletion&state=${state}&limit=1`)).json.data.length;
        if (left > 0) await setTimeout(100);
      }
    },
    close: () => agent.destroy(),
  };
}

/** `{ status, json, after }`: what was answered, and after how many milliseconds. */
function sendTo({ url, token }, agent, method, path, body) {
  const began = performance.now();
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/json',
  };
  return new Promise((done, fail) => {
    const sent = request(`${url}/api${path}`, { agent, method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const after = performance.now() - began;
        done({ status: response.statusCode, json: JSON.parse(Buffer.concat(chunks)), after });
      });
    });
    sent.on('error', fail);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
