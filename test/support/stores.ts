// Real stores for tests: a new database on every dialect that is at hand, and stores that fail or count on purpose.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgres, openSqlite, type Sql, type SqlValue, type Store } from '../../src/storage/index.js';
import { type Contents, createDatabase, fillSqlite } from './templates.js';

/** A new store and what removes it with its data. */
export interface TestStore {
  store: Store;
  /** Another connection to the same database; closed with it. */
  another(): Store;
  remove(): Promise<void>;
  /** Of a database on PostgreSQL. */
  url?: string;
}

/** One way to make a store; without a word it is migrated. */
export interface StoreKind {
  name: string;
  open(contents?: Contents): Promise<TestStore>;
}

/** SQLite; PostgreSQL where CAIRN_TEST_DATABASE_URL names a server, and alone where CAIRN_TEST_STORES says `postgres`. */
export function storeKinds(): StoreKind[] {
  return chooseStores({
    sqlite: () => ({ name: 'sqlite', open: (contents = 'migrated') => openSqliteForTest(contents) }),
    postgres: (url) => ({ name: 'postgres', open: (contents = 'migrated') => openPostgresForTest(url, contents) }),
  });
}

/** What a run of tests has to do with each database that it is for. */
export function chooseStores<T>({ sqlite, postgres }: { sqlite(): T; postgres(url: string): T }): T[] {
  const { CAIRN_TEST_DATABASE_URL: url, CAIRN_TEST_STORES: only } = process.env;
  if (!url) return [sqlite()];
  return only === 'postgres' ? [postgres(url)] : [sqlite(), postgres(url)];
}

type StoreSuite = (use: () => TestStore, name: string) => void;

/** Runs a suite on every dialect, each with one new database without rows; `use` gives it to the tests. */
export function forEachStore(title: string, suite: StoreSuite): void {
  forEachKind(title, 'migrated', suite);
}

/** The same with databases that a server has started on before: for suites that speak to a server. */
export function forEachSeededStore(title: string, suite: StoreSuite): void {
  forEachKind(title, 'seeded', suite);
}

/** The same on SQLite only: for suites about what lies outside of the database, which behaves the same whatever that is. */
export function forSeededSqlite(title: string, suite: StoreSuite): void {
  forEachKind(title, 'seeded', suite, ['sqlite']);
}

/** The same on PostgreSQL only, without rows: for suites about several servers, and about what only that database does. */
export function forPostgres(title: string, suite: StoreSuite): void {
  forEachKind(title, 'migrated', suite, ['postgres']);
}

function forEachKind(title: string, contents: Contents, suite: StoreSuite, only?: readonly string[]): void {
  for (const kind of storeKinds())
    describe.skipIf(only && !only.includes(kind.name))(`${title} (${kind.name})`, () => {
      let opened: TestStore | undefined;
      beforeAll(async () => {
        opened = await kind.open(contents);
      });
      afterAll(() => opened?.remove());
      suite(() => opened!, kind.name);
    });
}

async function openSqliteForTest(contents: Contents): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const path = join(folder, 'cairn.db');
  await fillSqlite(path, contents);
  const store = openSqlite({ path, checkReads: true, synced: false });
  return testStore(
    store,
    () => openSqlite({ path, readOnly: true }),
    async () => rmSync(folder, { recursive: true, force: true }),
  );
}

async function openPostgresForTest(server: string, contents: Contents): Promise<TestStore> {
  const { url, drop } = await createDatabase(server, contents);
  const store = openPostgres({ url, connections: 6 });
  return { ...testStore(store, () => openPostgres({ url, connections: 2 }), drop), url };
}

function testStore(store: Store, open: () => Store, drop: () => Promise<void>): TestStore {
  const others: Store[] = [];
  return {
    store,
    another() {
      const other = open();
      others.push(other);
      return other;
    },
    async remove() {
      await Promise.all([...others, store].map((each) => each.close()));
      await drop();
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
    ...(sql.later
      ? {
          later(text, params, only) {
            before(text);
            sql.later?.(text, params, only);
          },
        }
      : {}),
    ...(sql.written ? { written: sql.written } : {}),
    // Within a write, what is asked for in the same moment is asked once.
    ...(sql.mayHave && sql.kept ? { mayHave: sql.mayHave, kept: sql.kept } : {}),
    ...(sql.remembered ? { remembered: sql.remembered } : {}),
    ...(sql.rememberedByName ? { rememberedByName: sql.rememberedByName } : {}),
  };
}
