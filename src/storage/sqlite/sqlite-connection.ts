import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { Sql, SqlValue } from '../port.js';
import { hashFqn } from '../queries/entities/entity-columns.js';
import { createHasLike, SQLITE_HAS_LIKE } from './has-like.js';
import { SQLITE_DIALECT, SQLITE_HASH, SQLITE_LOWER } from './sqlite-dialect.js';
import { loadSqliteLibrary } from './sqlite-library.js';
import { translateErrors } from './translate-error.js';

export interface SqliteOptions {
  path: string;
  /** A second connection to a database that another connection (possibly of another thread) writes. */
  readOnly?: boolean;
  /** Page cache of this connection, in kilobytes. */
  cacheKilobytes?: number;
  /** WAL pages from which a commit runs a checkpoint. */
  logPages?: number;
  /** False: commits do not wait for the disk, and are lost with the power of the machine. For tests. */
  synced?: boolean;
}

export interface SqliteConnection extends Sql {
  /** Runs a statement without parameters and rows. */
  execute(text: string): void;
  /** The bytecode that SQLite runs for a statement and its triggers. */
  plan(text: string): readonly PlanStep[];
  /** Table names by the root pages of the tables and their indexes, which is how plans refer to them. */
  rootPages(): ReadonlyMap<number, string>;
  /** False if an error (a full disk) made SQLite roll back the transaction on its own. */
  inTransaction(): boolean;
  close(): void;
}

/** A step of the bytecode; `p1` and `p2` are its operands. */
export interface PlanStep {
  opcode: string;
  p1: number;
  p2: number;
}

// Filters produce statements of many shapes; beyond this number the oldest are dropped.
const STATEMENT_LIMIT = 1000;
// Page cache in kilobytes, beside the memory-mapped part of the file: none for a file of up to 2 GB, which is mapped
// completely. For a larger one, a reader caches the pages it reads repeatedly; a writer gains nothing from more (ADR
// 0002).
const WRITER_CACHE = 16_384;
const READER_CACHE = 65_536;
const LOG_PAGES = 2_000;

/** One connection with its prepared statements. The database object lives as long as the connection. */
export function connectSqlite(options: SqliteOptions): SqliteConnection {
  const { DatabaseSync } = loadSqliteLibrary();
  // Not defensive: the pages of an unused full-text index are removed slice by slice.
  const flags = { readOnly: options.readOnly ?? false, defensive: false };
  const database: DatabaseSyncInstance = translateErrors(() => new DatabaseSync(options.path, flags));
  for (const pragma of pragmas(options)) translateErrors(() => database.exec(pragma));
  database.function(SQLITE_HASH, { deterministic: true }, (text: unknown) => hashFqn(String(text)));
  database.function(SQLITE_HAS_LIKE, { deterministic: true }, createHasLike());
  database.function(SQLITE_LOWER, { deterministic: true }, (text: unknown) => String(text).toLowerCase());
  const statements = new Map<string, Prepared>();

  function prepared(text: string): Prepared {
    const known = statements.get(text);
    if (known) return known;
    const statement = prepare(database, withSqliteParameters(text));
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size >= STATEMENT_LIMIT) statements.delete(oldest);
    statements.set(text, statement);
    return statement;
  }

  return {
    dialect: SQLITE_DIALECT,
    async all<R>(text: string, params: readonly SqlValue[] = []) {
      return translateErrors(() => prepared(text).all<R>(params));
    },
    async get<R>(text: string, params: readonly SqlValue[] = []) {
      return translateErrors(() => prepared(text).get<R>(params));
    },
    async run(text, params = []) {
      return translateErrors(() => Number(prepared(text).statement.run(...params).changes));
    },
    execute(text) {
      translateErrors(() => prepared(text).statement.run());
    },
    plan(text) {
      return translateErrors(() => prepare(database, `explain ${withSqliteParameters(text)}`).all<PlanStep>([]));
    },
    rootPages() {
      const text = 'select rootpage as page, tbl_name as name from sqlite_schema where rootpage > 0';
      const rows = translateErrors(() => prepared(text).all<{ page: number; name: string }>([]));
      return new Map(rows.map(({ page, name }) => [page, name]));
    },
    inTransaction: () => database.isOpen && database.isTransaction,
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** The same, but opened by the first statement. */
export function connectLater(options: SqliteOptions): SqliteConnection {
  loadSqliteLibrary();
  let opened: SqliteConnection | null = null;
  const open = () => {
    opened ??= connectSqlite(options);
    return opened;
  };
  return {
    dialect: SQLITE_DIALECT,
    all: (text, params) => open().all(text, params),
    get: (text, params) => open().get(text, params),
    run: (text, params) => open().run(text, params),
    execute: (text) => open().execute(text),
    plan: (text) => open().plan(text),
    rootPages: () => open().rootPages(),
    inTransaction: () => opened?.inTransaction() ?? false,
    close: () => opened?.close(),
  };
}

function withSqliteParameters(text: string): string {
  return text.replace(/\$(\d+)/g, '?$1');
}

interface Prepared {
  statement: StatementSyncInstance;
  all<R>(params: readonly SqlValue[]): R[];
  get<R>(params: readonly SqlValue[]): R | undefined;
}

/**
 * Rows are fetched as arrays where the library supports it, a quarter cheaper than objects built by it. The row has
 * the columns that the statement names; the author of the statement declares its type, hence the casts.
 */
function prepare(database: DatabaseSyncInstance, text: string): Prepared {
  const statement = database.prepare(text);
  const names = 'setReturnArrays' in statement && 'columns' in statement ? namesOf(statement) : null;
  if (names === null || names.length === 0)
    return {
      statement,
      all: <R>(params: readonly SqlValue[]) => statement.all(...params) as R[],
      get: <R>(params: readonly SqlValue[]) => statement.get(...params) as R | undefined,
    };
  statement.setReturnArrays(true);
  const toRow = <R>(values: unknown[]): R => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i];
    return row as R;
  };
  return {
    statement,
    all: <R>(params: readonly SqlValue[]) =>
      (statement.all(...params) as unknown[][]).map((values) => toRow<R>(values)),
    get: <R>(params: readonly SqlValue[]) => {
      const values = statement.get(...params) as unknown[] | undefined;
      return values && toRow<R>(values);
    },
  };
}

function namesOf(statement: StatementSyncInstance): string[] {
  return statement.columns().map((column) => column.name);
}

function pragmas({ readOnly, cacheKilobytes, logPages, synced = true }: SqliteOptions): string[] {
  const size = cacheKilobytes ?? (readOnly ? READER_CACHE : WRITER_CACHE);
  const shared = [
    `pragma cache_size = ${-size}`,
    'pragma mmap_size = 2147483647',
    'pragma temp_store = memory',
    'pragma foreign_keys = off',
  ];
  if (readOnly) return [...shared, 'pragma busy_timeout = 5000', 'pragma query_only = on'];
  return [
    'pragma page_size = 4096',
    'pragma journal_mode = wal',
    `pragma synchronous = ${synced ? 'full' : 'off'}`,
    `pragma wal_autocheckpoint = ${logPages ?? LOG_PAGES}`,
    'pragma journal_size_limit = 67108864',
    // Waiters get the lock only by luck: a server that deletes a lot releases it for moments only.
    'pragma busy_timeout = 30000',
    ...shared,
  ];
}
