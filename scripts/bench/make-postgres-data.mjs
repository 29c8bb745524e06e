// The catalogs of the measurements in PostgreSQL: the rows of the embedded database are copied, and search is built over them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../postgres-server.mjs';
import { capture, root } from '../run.mjs';
import { FORMAT, indexVersion, openDatabase, reindex, tablesOf } from './make-data.mjs';

/** Like a small server of its own, and durable; what is measured shares the machine with it. */
const SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};

/** The databases number events in ways of their own. */
const OWN = new Set(['migration', 'change_event', 'event_cursor', 'lease']);
const PAGE = 5000;

/** A cluster that is kept in a folder: `{ dataOf(count), stop() }`; `dataOf` gives what `startServer` takes. */
export async function openPostgresData(folder) {
  const postgres = await startPostgres({ kept: join(folder, 'postgres'), settings: SETTINGS });
  return { dataOf: (count) => dataOf(count, folder, postgres), stop: postgres.stop };
}

async function dataOf(count, folder, postgres) {
  const name = `tables_${count}_v${FORMAT}_${indexVersion()}`.replaceAll('-', '_');
  const databaseUrl = postgres.url.replace(/[^/]*$/, name);
  const source = await tablesOf(count, folder);
  const data = join(folder, `key-${count}`);
  mkdirSync(data, { recursive: true });
  copyFileSync(join(source, 'secret.key'), join(data, 'secret.key'));
  const psql = (url, ...commands) => run(postgres, url, commands);
  if (psql(postgres.url, `select 1 from pg_database where datname = '${name}'`) === '1') return { data, databaseUrl };
  const started = performance.now();
  const making = `${name}_making`;
  const makingUrl = postgres.url.replace(/[^/]*$/, making);
  psql(postgres.url, `drop database if exists ${making}`);
  psql(postgres.url, `create database ${making}`);
  const { code, output } = capture(process.execPath, [
    join(root, 'bin', 'cairn.js'),
    'migrate',
    '--data',
    data,
    '--database-url',
    makingUrl,
  ]);
  if (code !== 0) throw new Error(`migrate: ${output}`);
  await copyTables(join(source, 'cairn.db'), postgres, makingUrl);
  const seconds = reindex(data, ['--database-url', makingUrl]);
  psql(makingUrl, 'vacuum analyze');
  psql(postgres.url, `alter database ${making} rename to ${name}`);
  const all = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`  made ${count} tables on PostgreSQL in ${all} s, of which ${seconds.toFixed(0)} s for the index`);
  return { data, databaseUrl };
}

function run({ programs }, url, commands) {
  const { code, output } = capture(join(programs, 'psql'), [
    '-XAtq',
    '-v',
    'ON_ERROR_STOP=1',
    ...commands.flatMap((command) => ['-c', command]),
    url,
  ]);
  if (code !== 0) throw new Error(`psql: ${output}`);
  return output.trim();
}

/** All tables but those of search and of the schema itself, which has its own. */
async function copyTables(file, postgres, url) {
  const db = openDatabase(file, { readOnly: true });
  const tables = db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'search%'",
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => !OWN.has(name));
  for (const table of tables) await copyTable(table, db, postgres, url);
  db.close();
}

async function copyTable(table, db, postgres, url) {
  const theirs = new Set(
    run(postgres, url, [
      `select column_name from information_schema.columns where table_schema = 'public' and table_name = '${table}'
        and is_generated = 'NEVER'`,
    ]).split('\n'),
  );
  const columns = db
    .prepare(`pragma table_info(${table})`)
    .all()
    .map(({ name }) => name)
    .filter((name) => theirs.has(name));
  if (columns.length === 0) return; // only the embedded database has such a table
  const child = spawn(
    join(postgres.programs, 'psql'),
    [
      '-XAtq',
      '-v',
      'ON_ERROR_STOP=1',
      '-c',
      'set session_replication_role = replica',
      '-c',
      `truncate ${table}`,
      '-c',
      `copy ${table} (${columns}) from stdin with (format csv)`,
      url,
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const page = db.prepare(`select ${columns} from ${table} limit ${PAGE} offset ?`);
  for (let offset = 0, rows = []; offset === 0 || rows.length === PAGE; offset += PAGE) {
    rows = page.all(offset);
    const lines = rows.map((row) => `${columns.map((column) => field(row[column])).join(',')}\n`);
    if (!child.stdin.write(lines.join(''))) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`copy of ${table} ended with ${code}`);
  const identity = run(postgres, url, [
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = '${table}'
      and is_identity = 'YES'`,
  ]);
  if (identity !== '')
    run(postgres, url, [
      `select setval(pg_get_serial_sequence('${table}', '${identity}'), (select coalesce(max(${identity}), 0) + 1 from ${table}))`,
    ]);
}

function field(value) {
  if (value === null) return '';
  if (value instanceof Uint8Array) return `"\\x${Buffer.from(value).toString('hex')}"`;
  return typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value);
}
