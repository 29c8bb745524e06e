// Catalogs of any size: one schema of tables is put through the API, the others are copies of the rows it left.
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getBuiltinModule } from 'node:process';
import { capture, root } from '../run.mjs';
import {
  COLUMN_TAG,
  DOMAINS,
  domainOf,
  OWNERS,
  ownerName,
  ownerOf,
  schemaName,
  TABLES_PER_SCHEMA,
  TAGS,
  tableName,
  tableWithOwner,
  ticketOf,
} from './sample.mjs';
import { startServer } from './server-process.mjs';

/** Raise this when the stored data changes, so that kept catalogs are rebuilt. */
export const FORMAT = 7;
const COPIED = [
  ['entity', 'id'],
  ['relation', 'to_id'],
  ['tag_usage', 'entity_id'],
];

/**
 * The folder of a catalog with `count` tables below the service `bench` and 1,000 below `keep`, with its search index; kept for
 * the next time.
 */
export function dataOf(count, folder) {
  return made(
    join(folder, `tables-${count}-v${FORMAT}-${indexVersion()}`),
    `indexed ${count} tables`,
    async (making) => {
      copyOf(await tablesOf(count, folder), making);
      reindex(making);
    },
  );
}

const HOLDERS = [
  { name: 'user', path: 'users', kind: 'owns', body: { email: 'user-of-all@example.com' } },
  { name: 'team', path: 'teams', kind: 'owns', body: { teamType: 'Group' } },
  { name: 'domain', path: 'domains', kind: 'hasDomain', body: { domainType: 'Aggregate', description: '-' } },
];

/** The folder of such a catalog in which `<name>-of-all` owns, or is a domain of, each of the tables below `bench`. */
export async function heldBy(count, folder) {
  const name = `held-${count}-v${FORMAT}-${indexVersion()}`;
  const place = await made(join(folder, name), `gave ${count} tables to others`, async (making) => {
    copyOf(await tablesOf(count, folder), making);
    await withServer(making, async (send) => {
      for (const { name, path, body } of HOLDERS) await send('PUT', path, { name: `${name}-of-all`, ...body });
    });
    const db = openDatabase(join(making, 'cairn.db'));
    for (const { name, kind } of HOLDERS)
      db.prepare(
        `insert into relation (from_id, from_type, kind, to_id, to_type, ord)
          select holder.id, holder.type, ?, e.id, e.type, 9 from entity e, entity holder
          where e.type = 'table' and e.fqn like 'bench.%' and holder.type = ? and holder.name = ?`,
      ).run(kind, name, `${name}-of-all`);
    db.exec('delete from search_touched');
    db.close();
    reindex(making);
  });
  return { place, holders: HOLDERS };
}

/**
 * The folder of a catalog whose `count` tables lie below so many services, `many-00`, `many-01`, …, and 1,000 more below `keep`;
 * kept for the next time.
 */
export function servicesOf(services, count, folder) {
  const place = join(folder, `services-${services}-tables-${count}-v${FORMAT}-${indexVersion()}`);
  return made(place, `made ${services} services`, async (making) => {
    mkdirSync(making, { recursive: true });
    await withServer(making, async (send) => {
      const owners = await fillPeople(send);
      const each = Math.ceil(count / services);
      for (let i = 0; i < services; i++)
        for (let schema = 0; schema * TABLES_PER_SCHEMA < each; schema++) {
          const size = Math.min(TABLES_PER_SCHEMA, each - schema * TABLES_PER_SCHEMA);
          await fillService(serviceName(i), schema + 1, size, owners, send, schema);
        }
      await fillService('keep', 1, TABLES_PER_SCHEMA, owners, send);
    });
  });
}

export const serviceName = (i) => `many-${String(i).padStart(2, '0')}`;

export function tablesOf(count, folder) {
  return made(join(folder, `tables-${count}-v${FORMAT}`), `made ${count} tables`, async (making) => {
    mkdirSync(making, { recursive: true });
    await fillThroughApi(making, count);
    copySchemas(making, Math.ceil(count / TABLES_PER_SCHEMA));
  });
}

async function made(place, what, make) {
  if (existsSync(place)) return place;
  const making = `${place}.making`;
  rmSync(making, { recursive: true, force: true });
  const started = performance.now();
  await make(making);
  renameSync(making, place);
  console.log(`  ${what} in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return place;
}

/** Rebuilds the search index; resolves to the seconds it took. */
export function reindex(data, database = []) {
  const started = performance.now();
  const { code, output } = capture(process.execPath, [
    join(root, 'bin', 'cairn.js'),
    'reindex',
    '--data',
    data,
    ...database,
  ]);
  if (code !== 0) throw new Error(`reindex: ${output}`);
  return (performance.now() - started) / 1000;
}

/** Identifies the format of the index: the version of documents, and the number of migrations. */
export function indexVersion() {
  const source = readFileSync(join(root, 'src', 'search', 'indexing', 'make-document.ts'), 'utf8');
  const migrations = readdirSync(join(root, 'src', 'storage', 'migrations')).filter((name) => /^\d{4}-/.test(name));
  return `${/^const VERSION = '(\w+)'/m.exec(source)[1]}-${migrations.length}`;
}

/** A copy of a catalog that a measurement may change. */
export function copyOf(place, target) {
  cpSync(place, target, { recursive: true });
  return target;
}

function fillThroughApi(data, count) {
  return withServer(data, async (send) => {
    const owners = await fillPeople(send);
    const schemas = Math.ceil(count / TABLES_PER_SCHEMA);
    await fillService('bench', schemas, Math.min(count, TABLES_PER_SCHEMA), owners, send);
    await fillService('keep', 1, TABLES_PER_SCHEMA, owners, send);
  });
}

/** Runs a server on a folder for work that sends requests to it. */
async function withServer(data, work) {
  const server = await startServer(data);
  const send = async (method, path, body) => {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok || answer.status === 'failure') throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  try {
    await work(send);
  } finally {
    await server.stop();
  }
}

/** Owners, tags and domains; resolves to the ids of the owners. */
async function fillPeople(send) {
  const owners = [];
  for (let i = 0; i < OWNERS; i++)
    owners.push((await send('PUT', 'users', { name: ownerName(i), email: `${ownerName(i)}@example.com` })).id);
  await send('PUT', 'classifications', { name: 'Bench', description: 'Tags of the measurements' });
  for (const name of [...TAGS, COLUMN_TAG])
    await send('PUT', 'tags', { name, classification: 'Bench', description: `Tag ${name}` });
  for (const name of DOMAINS)
    await send('PUT', 'domains', { name, domainType: 'Aggregate', description: `Domain ${name}` });
  return owners;
}

/** A service with a database and its schemas; the tables lie in the first schema, or in `into`. */
async function fillService(service, schemas, tables, owners, send, into = 0) {
  const connection = { config: { type: 'CustomDatabase', sourcePythonClass: 'bench.Source' } };
  await send('PUT', 'services/databaseServices', { name: service, serviceType: 'CustomDatabase', connection });
  await send('PUT', 'databases', { name: 'd', service });
  for (let i = 0; i < schemas; i++)
    await send('PUT', 'databaseSchemas', { name: schemaName(i), database: `${service}.d`, domains: [domainOf(i)] });
  const schema = `${service}.d.${schemaName(into)}`;
  for (let i = 0; i < tables; i += 200) {
    const size = Math.min(200, tables - i);
    await send(
      'PUT',
      'tables/bulk',
      Array.from({ length: size }, (_, j) => tableWithOwner(i + j, schema, owners[ownerOf(i + j, into)])),
    );
  }
}

/**
 * Copies the tables of the first schema of `bench` into the others, with ids, names and owners of their own. What is put in
 * has the length of what was there, since rows hold places in their text.
 */
function copySchemas(data, schemas) {
  const db = openDatabase(join(data, 'cairn.db'));
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000');
  const idOf = (fqn) => db.prepare("select id from entity where type = 'databaseSchema' and fqn = ?").get(fqn).id;
  const from = `bench.d.${schemaName(0)}`;
  const fromId = idOf(from);
  const tables = db.prepare("select id from entity where type = 'table' and parent_id = ? order by fqn").all(fromId);
  const numbers = numbersOf(tables, db);
  const owners = Array.from({ length: OWNERS }, (_, i) => userId(db, ownerName(i)));
  const copies = COPIED.map(([table, key]) => copyingOf(db, table, key, tables));
  for (let i = 1; i < schemas; i++) {
    const to = `bench.d.${schemaName(i)}`;
    const schemaId = idOf(to);
    db.exec('begin immediate');
    for (const { id } of tables) {
      const number = numbers.get(id);
      const swap = [
        [id, newId()],
        [fromId, schemaId],
        [from, to],
        [`"${schemaName(0)}"`, `"${schemaName(i)}"`],
        [tableName(number, 0), tableName(number, i)],
        [ticketOf(number, 0), ticketOf(number, i)],
        [owners[ownerOf(number, 0)], owners[ownerOf(number, i)]],
      ];
      for (const copy of copies)
        copy(id, (text) => swap.reduce((value, [old, now]) => value.replaceAll(old, now), text));
    }
    db.exec('commit');
  }
  // The copies are put into search later, all at once.
  db.exec('delete from search_touched');
  db.exec('pragma journal_mode = wal');
  db.close();
}

/** The number in the name of each table. */
function numbersOf(tables, db) {
  const name = db.prepare('select name from entity where id = ?');
  return new Map(tables.map(({ id }) => [id, Number(name.get(id).name.slice(-4))]));
}

function userId(db, name) {
  return db.prepare("select id from entity where type = 'user' and fqn = ?").get(name).id;
}

/** A function that inserts the rows of one entity again, every text changed. */
function copyingOf(db, table, key, entities) {
  const select = db.prepare(`select * from ${table} where ${key} = ?`);
  const rows = new Map(entities.map(({ id }) => [id, select.all(id)]));
  const columns = Object.keys([...rows.values()].flat()[0] ?? {});
  if (columns.length === 0) return () => {};
  const insert = db.prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`);
  return (id, change) => {
    for (const row of rows.get(id)) {
      const values = columns.map((column) => (typeof row[column] === 'string' ? change(row[column]) : row[column]));
      const hash = columns.indexOf('fqn_hash');
      if (hash >= 0) values[hash] = createHash('sha256').update(values[columns.indexOf('fqn')]).digest();
      insert.run(...values);
    }
  };
}

/** Like the ids of the product, which grow with time. */
function newId() {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function openDatabase(path, options = {}) {
  const library = getBuiltinModule('node:sqlite') ?? createRequire(import.meta.url)('@photostructure/sqlite');
  return new library.DatabaseSync(path, options);
}
