import type { Capabilities } from './capabilities.js';
import type { WrittenRow } from './rows.js';

/**
 * The database port. Operations in `queries/` are written once against `Sql`; dialects differ
 * by named capabilities, never by name.
 */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** What a dialect can do, and how it spells it. Only storage asks for the spelling. */
export interface Dialect extends Capabilities {
  /** Suffix that locks selected rows until the transaction ends; empty where writers are serial. */
  readonly forUpdate: string;
  /** Suffix that keeps selected rows from being deleted until the transaction ends. */
  readonly forShare: string;
  /** Rows of one JSON text array parameter, as a subquery of one text column: `in ${list('$1')}`. */
  list(parameter: string): string;
  /** What of a name counts when listing: its leading characters where index rows are limited. */
  prefix(name: string): string;
  /** `prefix` of the name of an entity under this alias, as a column of the index of listings. */
  sortKey(alias: string): string;
  /** How many characters `prefix` keeps; null for all. */
  readonly prefixLength: number | null;
  /** The column that tells rows apart in the order in which they lie on disk, and what precedes all its values. */
  readonly rowOrder: { column: string; start: SqlValue };
  /**
   * All rows of a query as one JSON text, an array of arrays of these columns in this order; null when there are none.
   * Many small rows cost a fraction of what they cost one by one. Columns hold text without bytes, or whole numbers.
   */
  pack(columns: readonly string[], order: string): string;
  /** After the name of a table: read it along this index, which holds all that is asked for. Empty where the planner sees that. */
  along(index: string): string;
  /** Text of a field of a JSON text column, null when absent. `path` is dotted and comes from a declaration. */
  field(column: string, path: string): string;
  /** Whether a boolean field of a JSON text column is true. */
  flag(column: string, path: string): string;
  /** Bytes of an expression that holds hexadecimal text. */
  unhex(text: string): string;
  /** The database's own clock in milliseconds since 1970. */
  readonly now: string;
  /** Query with one row when the table named by its parameter exists, else none. */
  readonly hasTable: string;
  /** Statement that makes one migration run at a time until the transaction ends; null where writers are serial. */
  readonly migrationLock: string | null;
  /** Statement that notifies all servers of the database at the commit, `$1` being the channel; null where one process uses it. */
  readonly notify: string | null;
  /**
   * Makes a trigger: after each row of the table that is inserted, updated or deleted (and meets a condition), a statement runs.
   * Both may name `old` and `new`.
   */
  trigger(
    name: string,
    table: string,
    after: 'insert' | 'update' | 'delete',
    statement: string,
    when?: string,
  ): string[];
  /** Words for column types in migrations. */
  readonly types: ColumnTypes;
  /** Full-text search: its tables, its statements, its language. */
  readonly search: SearchDialect;
}

/** Columns of the full-text index, strongest first. Tokens come from one tokenizer, whatever the database. */
export type SearchColumn = 'exact' | 'name' | 'parts' | 'refs' | 'body' | 'keys';

/** The tokens of one document by column, in order, with blanks between them. Letters and digits only. */
export type SearchTokens = Readonly<Record<SearchColumn, string>>;

/** What a table of tokens holds of one document. */
export interface SearchText {
  readonly tokens: SearchTokens;
  /** Tokens of the values that it is counted by and that have none among its keys; kept where `textHoldsFacets`. */
  readonly counted: string;
  /** The number of its facet tuple, and its weight; the same. */
  readonly facet: number;
  readonly weight: number;
}

/** Columns that words are looked for in; `counted` only where `textHoldsFacets`. */
export type AskedColumn = SearchColumn | 'counted';

/** A boolean query over tokens: plain data, the same for every database. */
export type WordQuery =
  | { readonly kind: 'word'; readonly token: string; readonly in: readonly AskedColumn[]; readonly prefix?: boolean }
  | { readonly kind: 'phrase'; readonly tokens: readonly string[]; readonly in: readonly AskedColumn[] }
  | { readonly kind: 'and' | 'or'; readonly of: readonly WordQuery[] }
  | { readonly kind: 'not'; readonly of: WordQuery };

/** Names of the tables of one generation of the index. */
export interface GenerationTables {
  /** One row for each entity: what a hit needs before the entity itself is read. */
  readonly doc: string;
  /** Its tokens. */
  readonly text: string;
  /** Each different combination of values that hits are counted by, once. */
  readonly facet: string;
  /** What each of the last changes did; there only where writers are serial. */
  readonly change: string;
  /** The vocabulary of names, and the keys under which words like them are found. */
  readonly word: string;
  readonly wordKey: string;
}

export interface SearchDialect {
  /** Makes what notes touched entities in `search_touched`, and a first table of tokens. */
  readonly tables: readonly string[];
  /** Makes a table of tokens: one row for each document. */
  textTable(name: string): string[];
  /**
   * Rows of a table of tokens hold the facet tuple and the weight of their document, so that a search looks at many documents
   * without reading their rows. Documents are then written to it again when their facet tuple changes.
   */
  readonly textHoldsFacets: boolean;
  /** Makes a table of tokens anew that does; empty where `textHoldsFacets` is not so. */
  facetedTextTable(name: string): string[];
  /**
   * Has every transaction that changes documents leave a mark, and does so for the tables of a generation; empty where a connection
   * knows of every commit.
   */
  noteWrites(generations: readonly GenerationTables[]): string[];
  /**
   * Query with one row that says which documents a snapshot shows: `filling` of the tables, `seen` marks from the transaction `from`
   * on, and `since`: marks from the transaction `$1` on, null where the snapshot is older than that. `seen` is null where there are
   * too many to count. Null where there are no marks.
   */
  readonly writesSeen: string | null;
  /** Says how much a table of tokens may be in pieces, so that small writes stay cheap. */
  tuneText(name: string): string[];
  /**
   * How the tables of a generation are emptied: each of `slices` takes out a piece and changes no rows when there is nothing
   * left for it; then `rest`.
   */
  emptying(tables: GenerationTables): { slices: readonly string[]; rest: readonly string[] };
  /**
   * Further columns of `returning` for touched entities, which keep the state of the index as it is until the commit, and the
   * statement that waits for all of those. Empty and null where writers are serial.
   */
  readonly lockShared: string;
  readonly lockAlone: string | null;
  /** Condition that a table of tokens has just these of a document, as far as it can tell, and its parameters from `$1` on. */
  hasText(table: string): string;
  textParameters(n: number, text: SearchText): SqlValue[];
  /** The column of a table of tokens that holds the number of the document. */
  readonly number: string;
  /** Inserts a row of tokens, or puts one in the place of the one of that number. */
  putText(table: string): string;
  /** Parameters of `putText`. */
  textValues(n: number, text: SearchText): SqlValue[];
  /** Condition that the rows of a table of tokens match; `parameter` holds what `query` makes. */
  matches(table: string, parameter: string): string;
  /** Subquery of their numbers, as `n`, that always asks the full-text index, whatever limit stands around it. */
  found(table: string, parameter: string): string;
  query(query: WordQuery): string;
  /** All values of a text expression, joined by line ends, of one result. */
  lines(expression: string): string;
}

export interface ColumnTypes {
  /** Compared by bytes. */
  text: string;
  integer: string;
  bytes: string;
}

/** Keys of the rows that a statement changes; `inserted`: there were none of them before. */
export type ChangedKeys = readonly string[] | { readonly inserted: readonly string[] };

/**
 * Where cached values come from, as the query that reads them says: the table by whose changes they are dropped, and tables whose rows
 * stay as they are for as long as a row of that one refers to them.
 */
export type CachedFrom = string | { readonly table: string; readonly constant: readonly string[] };

/**
 * One connection, inside or outside a transaction. Statements use `$1…$n`, are prepared once and
 * cached by text. Values bind as text, finite number, bigint, bytes or null; booleans are 0 and 1.
 */
export interface Sql {
  readonly dialect: Dialect;
  all<R>(text: string, params?: readonly SqlValue[]): Promise<R[]>;
  get<R>(text: string, params?: readonly SqlValue[]): Promise<R | undefined>;
  /**
   * Resolves to the number of rows changed. `only` names the keys that the changed rows belong to; without it every row of the
   * table may have changed (see `remembered`).
   */
  run(text: string, params?: readonly SqlValue[], only?: ChangedKeys): Promise<number>;
  /**
   * Puts a step off to the end of the transaction, behind its work and the last step of the commit, when it holds every lock
   * that it takes; there only where writers run beside each other.
   */
  atEnd?(step: () => Promise<void>): void;
  /**
   * What `load` gives, remembered under a name until something is committed; there only where a connection can tell that
   * something was. For answers that many reads ask for; nobody may change the value. `weigh` tells its size, about one
   * for each character. Use `kept`.
   */
  kept?<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T>;
  /** What `make` gives, under a name for as long as the connection (or the pool) lives. Use `lasting`. */
  lasting?<T>(name: string, make: () => T): T;
  /**
   * What `load` gives for keys of rows (ids of entities for the most part), remembered under a name for each until a row of the
   * table that belongs to it changes; there only inside writes of a connection that no other writer can come before. `from` is all
   * that `load` may read, and of its table the key's own rows; nobody may change the value. Keys without one are left out.
   */
  remembered?<T>(
    from: CachedFrom,
    name: string,
    keys: readonly string[],
    load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>>;
  /** Rows of `entity` that the transaction has written whole and not changed since, by id; there only where `remembered` is. */
  readonly written?: Map<string, WrittenRow>;
  /** `remembered` for rows of `entity` by names that only a change of that row can take from it. */
  rememberedByName?<R extends { id: string }>(
    names: readonly string[],
    load: (names: readonly string[]) => Promise<ReadonlyMap<string, R>>,
  ): Promise<readonly R[]>;
}

/** What `load` gives, from the memory of the connection where it has one. */
export function kept<T>(sql: Sql, name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T> {
  return sql.kept ? sql.kept(name, load, weigh) : load();
}

/**
 * The same reads with answers remembered for one request, where the connection remembers none: what the request asks twice it reads
 * once, as it was when it asked first.
 */
export function forOneRequest(sql: Sql): Sql {
  if (sql.kept) return sql;
  const known = new Map<string, Promise<unknown>>();
  return {
    ...sql,
    kept<T>(name: string, load: () => Promise<T>) {
      const found = (known.get(name) as Promise<T> | undefined) ?? load();
      known.set(name, found);
      return found;
    },
  };
}

/** What readers of this connection share for as long as it lives; made anew where there is no such place. */
export function lasting<T>(sql: Sql, name: string, make: () => T): T {
  return sql.lasting ? sql.lasting(name, make) : make();
}

/**
 * What a commit needs before it: run once, after all writes that share the commit, however many of them ask for it. When it
 * fails, none of them is kept.
 */
export type LastStep = (tx: Sql) => Promise<void>;

/** `request`: somebody waits for it. `background`: nobody does, so it lets the others go first. */
export type WritePriority = 'request' | 'background';

export interface Store {
  readonly dialect: Dialect;
  /**
   * Reads. All statements of one call see one snapshot, which is taken after the call and may be shared with others. Not to be
   * called inside another read, which holds a connection or its turn. `work` may be run again when another failed.
   */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The same on a connection of its own: for what may take long, so that others need not wait. */
  readLong?<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * One write: everything in `work` is kept or nothing is, and it is durable when the promise
   * resolves. Calls may share a commit; each has its own savepoint. `work` may be run again after a
   * lost race, so it must have no effect outside `tx`. A unique index hit throws `UniqueViolation`.
   * `priority`: where writers are serial, `background` work starts only after the writes that wait at that moment.
   */
  write<T>(work: (tx: Sql) => Promise<T>, last?: LastStep, priority?: WritePriority): Promise<T>;
  /** Receives notices on a connection of its own until it is closed; absent where one process uses the database. */
  listen?(listener: NoticeListener): NoticeConnection;
  /** A quick look at what is stored, for a start. Throws `DatabaseDamaged`; does nothing where a server keeps the files. */
  inspect?(): Promise<void>;
  /** What is wrong with the files, looked through whole; nothing is asked where a server keeps them. */
  findDamage?(most: number): Promise<string[]>;
  close(): Promise<void>;
}

export interface NoticeListener {
  /** A transaction of any server, this one included, was committed that notified the channel. */
  notified(channel: string): void;
  /** The connection is open, for the first time or again: notices sent before may have been missed. */
  connected(): void;
  failed(error: unknown): void;
}

export interface NoticeConnection {
  /** Whether notices arrive at the moment. */
  connected(): boolean;
  close(): Promise<void>;
}

/** Thrown by the work of a write that found another writer ahead of it: the work runs again on the newest state. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

/** A write met a unique index. The transaction of the call is undone. */
export class UniqueViolation extends Error {
  readonly detail: string;

  constructor(detail: string) {
    super(`unique index hit: ${detail}`);
    this.name = 'UniqueViolation';
    this.detail = detail;
  }
}

/**
 * Why a database cannot be used. `away`: it is not there, in use or ends connections. `unwritable`: it has no room or takes no
 * writes. `damaged`: what it holds cannot be read.
 */
export type UnavailableKind = 'away' | 'unwritable' | 'damaged';

/** The database cannot be used now. A later call may pass, unless it is damaged. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly kind: UnavailableKind;

  constructor(message: string, { kind = 'away', ...options }: ErrorOptions & { kind?: UnavailableKind } = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** The files of the database are not those of a catalog that can be opened; the message says which and what to do. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged';
}

/** Another process serves the database. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
  constructor(path: string) {
    super(`another server is using ${path}`);
  }
}
