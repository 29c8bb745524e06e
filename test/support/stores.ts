// Real stores for tests: a new database on every dialect that is at hand, and stores that fail or count on purpose.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { migrate, openPostgres, openSqlite, type Sql, type SqlValue, type Store } from '../../src/storage/index.js';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';

/** A new, migrated store and what removes it with its data. */
export interface TestStore {
  store: Store;
  /** Another connection to the same database; closed with it. */
  another(): Store;
  remove(): Promise<void>;
}

/** One way to make a store. */
export interface StoreKind {
  name: string;
  open(options?: { migrated?: boolean }): Promise<TestStore>;
}

/** SQLite; PostgreSQL where CAIRN_TEST_DATABASE_URL names a server, and alone where CAIRN_TEST_STORES says `postgres`. */
export function storeKinds(): StoreKind[] {
  return chooseStores({
    sqlite: () => ({ name: 'sqlite', open: (options) => openSqliteForTest(options?.migrated ?? true) }),
    postgres: (url) => ({ name: 'postgres', open: (options) => openPostgresForTest(url, options?.migrated ?? true) }),
  });
}

/** What a run of tests has to do with each database that it is for. */
export function chooseStores<T>({ sqlite, postgres }: { sqlite(): T; postgres(url: string): T }): T[] {
  const { CAIRN_TEST_DATABASE_URL: url, CAIRN_TEST_STORES: only } = process.env;
  if (!url) return [sqlite()];
  return only === 'postgres' ? [postgres(url)] : [sqlite(), postgres(url)];
}

/** Runs a suite on every dialect, each with one new database; `use` gives it to the tests. */
export function forEachStore(title: string, suite: (use: () => TestStore, name: string) => void): void {
  for (const kind of storeKinds())
    describe(`${title} (${kind.name})`, () => {
      let opened: TestStore | undefined;
      beforeAll(async () => {
        opened = await kind.open();
      });
      afterAll(() => opened?.remove());
      suite(() => opened!, kind.name);
    });
}

async function openSqliteForTest(migrated: boolean): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const path = join(folder, 'cairn.db');
  const store = openSqlite({ path, checkReads: true });
  if (migrated) await migrate(store);
  const others: Store[] = [];
  return {
    store,
    another() {
      const other = openSqlite({ path, readOnly: true });
      others.push(other);
      return other;
    },
    async remove() {
      await Promise.all([...others, store].map((each) => each.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPostgresForTest(url: string, migrated: boolean): Promise<TestStore> {
  const schema = `cairn_${randomBytes(6).toString('hex')}`;
  const admin = connectPostgres({ url, connections: 1 });
  await admin.unsafe(`create schema ${schema}`);
  const store = openPostgres({ url, schema, connections: 6 });
  if (migrated) await migrate(store);
  const others: Store[] = [];
  return {
    store,
    another() {
      const other = openPostgres({ url, schema, connections: 2 });
      others.push(other);
      return other;
    },
    async remove() {
      await Promise.all([...others, store].map((each) => each.close()));
      await admin.unsafe(`drop schema ${schema} cascade`);
      await admin.end();
    },
  };
}

/** What statements a store was sent. */
export interface StatementLog {
  store: Store;
  statements: string[];
  clear(): void;
}

/** A store that keeps the text of every statement sent through it: for budgets. */
export function countingStore(store: Store): StatementLog {
  const statements: string[] = [];
  return {
    store: withStatements(store, (text) => {
      statements.push(text);
    }),
    statements,
    clear() {
      statements.length = 0;
    },
  };
}

/** The failure that `failingStore` makes. */
export class MadeFailure extends Error {}

/** A store whose n-th statement inside writes fails, counted from 1 over all writes; reads pass. */
export function failingStore(store: Store, n: number): Store {
  let count = 0;
  const failing = withStatements(store, () => {
    count += 1;
    if (count === n) throw new MadeFailure(`statement ${n} fails`);
  });
  return { ...failing, read: store.read };
}

function withStatements(store: Store, before: (text: string) => void): Store {
  return {
    dialect: store.dialect,
    read: (work) => store.read((sql) => work(watched(sql, before))),
    write: (work, last) => store.write((tx) => work(watched(tx, before)), last && ((tx) => last(watched(tx, before)))),
    close: () => store.close(),
  };
}

function watched(sql: Sql, before: (text: string) => void): Sql {
  return {
    dialect: sql.dialect,
    async all<R>(text: string, params?: readonly SqlValue[]) {
      before(text);
      return sql.all<R>(text, params);
    },
    async get<R>(text: string, params?: readonly SqlValue[]) {
      before(text);
      return sql.get<R>(text, params);
    },
    async run(text, params, only) {
      before(text);
      return sql.run(text, params, only);
    },
    ...(sql.atEnd ? { atEnd: sql.atEnd } : {}),
    ...(sql.remembered ? { remembered: sql.remembered } : {}),
    ...(sql.rememberedByName ? { rememberedByName: sql.rememberedByName } : {}),
  };
}
