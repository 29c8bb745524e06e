// Databases that tests begin with are copies: each worker migrates and seeds one, and later ones are copied from it.
import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, openPostgres, openSqlite, type Store } from '../../src/storage/index.js';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { loadSqliteLibrary } from '../../src/storage/sqlite/sqlite-library.js';
import { runFolder, runName } from './run-name.js';

/** Nothing, the tables, or also what the first start of a server adds. */
export type Contents = 'empty' | 'migrated' | 'seeded';

const FROM = { migrated: 'empty', seeded: 'migrated' } as const;
const templates = new Map<string, Promise<string>>();

/** Makes the file of a new database. */
export async function fillSqlite(path: string, contents: Contents): Promise<void> {
  if (contents !== 'empty') copyFileSync(await sqliteTemplate(contents), path);
}

function sqliteTemplate(contents: keyof typeof FROM): Promise<string> {
  return once(`sqlite ${contents}`, async () => {
    const path = join(runFolder(), `${contents}-${process.pid}.db`);
    await fillSqlite(path, FROM[contents]);
    const store = openSqlite({ path, synced: false });
    await fill(store, contents, () => openSqlite({ path, readOnly: true }));
    await store.close();
    emptyLog(path);
    return path;
  });
}

/** A closed connection that waits for the garbage collector leaves its last commits in the log. */
function emptyLog(path: string): void {
  const database = new (loadSqliteLibrary().DatabaseSync)(path);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

/** Makes a new database on a server. */
export async function createDatabase(
  server: string,
  contents: Contents,
): Promise<{ url: string; drop(): Promise<void> }> {
  const template = contents === 'empty' ? 'template0' : await postgresTemplate(server, contents);
  const name = `${runName()}_${randomBytes(6).toString('hex')}`;
  // Copying files costs a quarter less than the default, which also writes every page to the log.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  return { url: databaseUrl(server, name), drop: () => onServer(server, `drop database ${name} with (force)`) };
}

function postgresTemplate(server: string, contents: keyof typeof FROM): Promise<string> {
  return once(`${server} ${contents}`, async () => {
    const { url } = await createDatabase(server, FROM[contents]);
    const open = () => openPostgres({ url, connections: 6 });
    const store = open();
    await fill(store, contents, open);
    await store.close();
    return new URL(url).pathname.slice(1);
  });
}

async function fill(store: Store, contents: keyof typeof FROM, open: () => Store): Promise<void> {
  if (contents === 'migrated') {
    await migrate(store);
    return;
  }
  // Loaded by those who need it: most tests of storage do without a server.
  const { createTestApp } = await import('./app.js');
  const opened: Store[] = [];
  const another = () => {
    const other = open();
    opened.push(other);
    return other;
  };
  const app = await createTestApp({ store: { store, another, remove: async () => {} } });
  await app.close();
  await Promise.all(opened.map((other) => other.close()));
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = connectPostgres({ url: server, connections: 1 });
  await client.unsafe(statement).finally(() => client.end());
}

/** Of another database of the server of a URL. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function once(key: string, make: () => Promise<string>): Promise<string> {
  const known = templates.get(key) ?? make();
  templates.set(key, known);
  return known;
}
