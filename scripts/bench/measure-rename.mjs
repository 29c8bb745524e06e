// How long requests wait while what people name is renamed: a tag used on many columns, a classification with many
// tags, and a domain with many subdomains.
// node scripts/bench/measure-rename.mjs [--usages 100000] [--below 5000] [--postgres]
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildServer } from '../build-server.mjs';
import { startPostgres } from '../postgres-server.mjs';
import { startServer } from './server-process.mjs';

const { values } = parseArgs({
  options: {
    usages: { type: 'string', default: '100000' },
    below: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    postgres: { type: 'boolean', default: false },
  },
});
const [usages, below, rounds] = [values.usages, values.below, values.rounds].map(Number);
const COLUMNS = 50;
const BATCH = 100;
const TOGETHER = 25;
const IDLE_MS = 3_000;
const PAUSE_MS = 2;
const MOST_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'cairn-rename-'));
await buildServer();
const postgres = values.postgres ? await startPostgres() : null;
const server = await startServer(folder, { databaseUrl: postgres?.url ?? null });
const agent = new Agent({ keepAlive: true });
try {
  const ids = await fill();
  await measureAll(IDLE_MS); // warms up
  print('idle', await measureAll(IDLE_MS));
  for (const [what, path] of [
    ['a tag', `tags/${ids.tag}`],
    ['a classification', `classifications/${ids.classification}`],
    ['a domain', `domains/${ids.domain}`],
  ])
    for (let round = 0; round < rounds; round++) {
      const renaming = send('PATCH', `/v1/${path}`, [{ op: 'replace', path: '/name', value: `renamed${round}` }]);
      const waits = await measureAll(MOST_MS, renaming);
      const { status, after } = await renaming;
      print(`${what} (${status} after ${Math.round(after)} ms)`, waits);
    }
} finally {
  agent.destroy();
  await server.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A tag on so many columns, and two subtrees of so many entities. */
async function fill() {
  const put = async (path, body) => {
    const { status, json } = await send('PUT', path, body);
    if (status >= 300 || json.numberOfRowsFailed) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  const config = { type: 'Mysql', username: 'reader', authType: { password: 'x' }, hostPort: 'localhost:3306' };
  await put('/v1/services/databaseServices', { name: 's', serviceType: 'Mysql', connection: { config } });
  await put('/v1/databases', { name: 'd', service: 's' });
  await put('/v1/databaseSchemas', { name: 'p', database: 's.d' });
  await put('/v1/classifications', { name: 'used', description: '-' });
  const tag = await put('/v1/tags', { name: 'often', classification: 'used', description: '-' });
  const classification = await put('/v1/classifications', { name: 'large', description: '-' });
  const domain = await put('/v1/domains', { name: 'wide', description: '-', domainType: 'Aggregate' });
  const tags = [{ tagFQN: 'used.often', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }];
  const columns = Array.from({ length: COLUMNS }, (_, i) => ({ name: `c${i}`, dataType: 'INT', tags }));
  const count = Math.ceil(usages / (COLUMNS + 1));
  const tables = Array.from({ length: count }, (_, i) => ({ name: `t${i}`, databaseSchema: 's.d.p', columns, tags }));
  const each = (what) =>
    Array.from({ length: below }, (_, i) => ({ name: `n${i}`, description: 'One of many', ...what }));
  for (let at = 0; at < tables.length; at += BATCH) await put('/v1/tables/bulk', tables.slice(at, at + BATCH));
  for (const [path, bodies] of [
    ['/v1/tags', each({ classification: 'large' })],
    ['/v1/domains', each({ parent: 'wide', domainType: 'Aggregate' })],
  ])
    for (let at = 0; at < bodies.length; at += TOGETHER)
      await Promise.all(bodies.slice(at, at + TOGETHER).map((body) => put(path, body)));
  return { tag: tag.id, classification: classification.id, domain: domain.id };
}

/** The longest wait of each kind of request, sent one after the other, each kind beside the others. */
async function measureAll(milliseconds, until = null) {
  let over = false;
  until
    ?.then(() => setTimeout(200))
    .then(() => {
      over = true;
    });
  const end = performance.now() + milliseconds;
  const again = async (method, pathOf, bodyOf) => {
    const times = [];
    for (let n = 0; !over && performance.now() < end; n++) {
      const { status, after } = await send(method, pathOf(n), bodyOf?.(n));
      if (status !== 200) throw new Error(`${method} ${pathOf(n)}: ${status}`);
      times.push(after);
      await setTimeout(PAUSE_MS);
    }
    return times.sort((a, b) => a - b);
  };
  const table = (n) => `/v1/tables/name/s.d.p.t${n % Math.ceil(usages / (COLUMNS + 1))}`;
  const [get, list, search, patch] = await Promise.all([
    again('GET', (n) => `${table(n)}?fields=tags`),
    again('GET', () => '/v1/tables?limit=10&fields=tags'),
    again('GET', (n) => `/v1/search/query?q=t${n % 100}&index=table_search_index&size=10`),
    again('PATCH', table, (n) => [{ op: 'add', path: '/description', value: `Described ${n} ${performance.now()}` }]),
  ]);
  return { get, list, search, patch };
}

function print(title, waits) {
  const texts = Object.entries(waits).map(([kind, times]) => {
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);
    return `${kind} p50 ${at(0.5)} max ${at(1)} (${times.length})`;
  });
  console.log(`${title}: ${texts.join(', ')}`);
}

/** `{ status, json, after }`: what was answered, and after how many milliseconds. */
function send(method, path, body) {
  const began = performance.now();
  const headers = {
    authorization: `Bearer ${server.token}`,
    'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/json',
  };
  return new Promise((done, fail) => {
    const sent = request(`${server.url}/api${path}`, { agent, method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const after = performance.now() - began;
        done({ status: response.statusCode, json: method === 'PUT' ? JSON.parse(Buffer.concat(chunks)) : null, after });
      });
    });
    sent.on('error', fail);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
