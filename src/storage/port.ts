import type { Capabilities } from './capabilities.js';
import type { WrittenRow } from './rows.js';

/**
 * The database port. Operations in `queries/` are written once against `Sql`; dialects differ in named capabilities,
 * never by name.
 */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** What a dialect supports, and its syntax. Only storage uses the syntax. */
export interface Dialect extends Capabilities {
  /** Suffix that locks selected rows until the end of the transaction; empty where writers are serial. */
  readonly forUpdate: string;
  /** The same against other writers only: references to the rows may be stored meanwhile. */
  readonly forWrite: string;
  /** Suffix that prevents selected rows from being deleted until the end of the transaction. */
  readonly forShare: string;
  /** The same, where others may change the rows meanwhile. */
  readonly forKeyShare: string;
  /** Suffix that locks selected rows and skips rows locked by others; empty where writers are serial. */
  readonly skipLocked: string;
  /**
   * Statements that lock a name, `$1`, until the end of the transaction: alone, or shared with others who do. For what may
   * have no row to lock. null where writers are serial.
   */
  readonly lockName: { readonly alone: string; readonly shared: string } | null;
  /** Rows of a parameter that holds a JSON array of texts, as a subquery with one text column, `value`: `in ${list('$1')}`. */
  list(parameter: string): string;
  /**
   * Condition that a column is one of the texts of such a parameter: `where id ${among('$1')}`. Cheaper than a subquery for
   * short lists, as it is one step of an index scan; the planner expects ten texts.
   */
  among(parameter: string): string;
  /** The part of a name that listings sort by: its leading characters where index rows are limited in size. */
  prefix(name: string): string;
  /** `prefix` of the name of the entity under this alias, as a column of the listing index. */
  sortKey(alias: string): string;
  /** Length of `prefix` in characters; null for the whole name. */
  readonly prefixLength: number | null;
  /** The column that identifies rows in their physical order, and a value that precedes all of its values. */
  readonly rowOrder: { column: string; start: SqlValue };
  /**
   * All rows of a query as one JSON text: an array of arrays with these columns in this order; null if there are none.
   * Much cheaper than fetching many small rows one by one. Columns may hold text (no bytes) or integers.
   */
  pack(columns: readonly string[], order: string): string;
  /** Index hint after a table name, for an index that covers the query. Empty where the planner needs none. */
  along(index: string): string;
  /** Text of a field of a JSON text column; null if absent. `path` is dotted and comes from a declaration. */
  field(column: string, path: string): string;
  /** Condition that a boolean field of a JSON text column is true. */
  flag(column: string, path: string): string;
  /** Where a text begins in another, counted from 1; 0 if it is not in it. */
  position(text: string, part: string): string;
  /** Decodes an expression of hexadecimal text to bytes. */
  unhex(text: string): string;
  /** An expression of text in lower case, letters of all scripts. */
  lower(text: string): string;
  /** The hash of an expression of text by which names are unique (`hashFqn`). */
  hash(text: string): string;
  /** The database's clock, in milliseconds since 1970. */
  readonly now: string;
  /** Query that returns one row if the table named by its parameter exists, else none. */
  readonly hasTable: string;
  /** Statements that serialize migrations until the end of the transaction, and lift limits on their time. */
  readonly beforeMigration: readonly string[];
  /**
   * Statement that notifies all servers of the database at commit, with the channel as `$1`; null where one process
   * uses the database.
   */
  readonly notify: string | null;
  /**
   * Creates a trigger that runs a statement after each row that is inserted, updated or deleted (and meets a
   * condition). Both may refer to `old` and `new`.
   */
  trigger(
    name: string,
    table: string,
    after: 'insert' | 'update' | 'delete',
    statement: string,
    when?: string,
  ): string[];
  /**
   * Makes new values of large text columns be compressed fast rather than small; empty where nothing is compressed.
   * Changes nothing on a server that was built without this method.
   */
  compressFast(table: string, columns: readonly string[]): string[];
  /**
   * Tables for, and the statement that marks, transactions which change nothing that readers cache; null where a commit of
   * this process tells its readers what it changed. Use `quietly`.
   */
  readonly quietWrites: { readonly tables: readonly string[]; readonly mark: string } | null;
  /** Tables for, and what marks, transactions that change rows of a type; empty where `type_rows` counts them. */
  readonly rowMarks: readonly string[];
  /** Column type names for migrations. */
  readonly types: ColumnTypes;
  /** Conditions on entities that row filters consist of. */
  readonly filters: FilterDialect;
  /** Full-text search: tables, statements and query syntax. */
  readonly search: SearchDialect;
}

export interface FilterDialect {
  /** Creates what the conditions call. */
  readonly functions: readonly string[];
  /**
   * The entity under `alias`, or else the nearest container that has any, has an edge of the kind from one of these ids, a
   * subquery; null: from anything. What is being permanently removed does not count.
   */
  held(alias: string, kind: string, holders: string | null): string;
  /**
   * It or a part of it has one of the labels whose names are in this parameter, or a label that one of them comes with;
   * certifications do not count, nor what is being permanently removed.
   */
  labelled(alias: string, names: string): string;
}

/** Columns of the full-text index, strongest first. All databases share one tokenizer. */
export type SearchColumn = 'exact' | 'name' | 'parts' | 'refs' | 'body' | 'keys';

/** The tokens of one document by column, in order, separated by blanks. Letters and digits only. */
export type SearchTokens = Readonly<Record<SearchColumn, string>>;

/** A document's row in a table of tokens. */
export interface SearchText {
  readonly tokens: SearchTokens;
  /** Tokens of the document's facet values that none of its other tokens cover; stored where `textHoldsFacets`. */
  readonly counted: string;
  /** The id of its facet tuple, and its weight; stored under the same condition. */
  readonly facet: number;
  readonly weight: number;
}

/** Columns that words are searched in; `counted` only where `textHoldsFacets`. */
export type AskedColumn = SearchColumn | 'counted';

/** A boolean query over tokens, as plain data that does not depend on the database. */
export type WordQuery =
  | { readonly kind: 'word'; readonly token: string; readonly in: readonly AskedColumn[]; readonly prefix?: boolean }
  | { readonly kind: 'phrase'; readonly tokens: readonly string[]; readonly in: readonly AskedColumn[] }
  | { readonly kind: 'and' | 'or'; readonly of: readonly WordQuery[] }
  | { readonly kind: 'not'; readonly of: WordQuery };

/** Table names of one generation of the index. */
export interface GenerationTables {
  /** One row per entity, with what a hit needs before the entity itself is loaded. */
  readonly doc: string;
  /** The tokens of each document. */
  readonly text: string;
  /** Each distinct facet tuple, once. */
  readonly facet: string;
  /** What the last commits changed; only where writers are serial. */
  readonly change: string;
  /** The vocabulary of names, and the keys for finding similar words. */
  readonly word: string;
  readonly wordKey: string;
}

export interface SearchDialect {
  /** Creates the triggers that record touched entities in `search_touched`, and the first table of tokens. */
  readonly tables: readonly string[];
  /** Recreates the triggers of `entity`, so that a row that changes in its FQN alone is not touched: no document has it. */
  readonly ignoreFqns: readonly string[];
  /** Creates a table of tokens: one row per document. */
  textTable(name: string): string[];
  /**
   * Rows of a table of tokens hold the facet tuple and the weight of their document, so that a search can scan many
   * documents without reading their rows. A document is then rewritten there when its facet tuple changes.
   */
  readonly textHoldsFacets: boolean;
  /** Recreates a table of tokens with these columns; empty unless `textHoldsFacets`. */
  facetedTextTable(name: string): string[];
  /**
   * Makes every transaction that changes documents of a generation record a change mark; empty where a connection
   * sees every commit.
   */
  noteWrites(generations: readonly GenerationTables[]): string[];
  /**
   * Query with one row that says which documents a snapshot sees: `filling` of the tables, `seen` change marks from
   * transaction `from` on, and `since`: change marks from transaction `$1` on, null if the snapshot is older than
   * that. `seen` is null if there are too many to count. The query is null where there are no change marks.
   */
  readonly writesSeen: string | null;
  /** Sets how many segments a table of tokens may have before they are merged, so that small writes stay cheap. */
  tuneText(name: string): string[];
  /**
   * Statements that empty the tables of a generation: each of `slices` deletes one batch and changes no rows when it
   * has nothing left; then `rest` runs.
   */
  emptying(tables: GenerationTables): { slices: readonly string[]; rest: readonly string[] };
  /**
   * Query with one row that takes and clears the entities that the transaction has touched, `ids` joined by blanks, and
   * the values of the state of the index, `current` and `shadow`, which is locked until the commit if there are any ids.
   * Null where writers are serial.
   */
  readonly takeTouched: string | null;
  /** Creates the function that `takeTouched` calls. */
  readonly createTakeTouched: readonly string[];
  /** Waits for all such locks; null where writers are serial. */
  readonly lockAlone: string | null;
  /**
   * Condition that a table of tokens has exactly these tokens of a document, as far as it can tell, and its parameters
   * from `$1` on.
   */
  hasText(table: string): string;
  textParameters(n: number, text: SearchText): SqlValue[];
  /** The column of a table of tokens that holds the document id. */
  readonly number: string;
  readonly writing: WritingApart | WritingTogether;
  /** Condition that the rows of a table of tokens match; `parameter` holds a compiled `query`. */
  matches(table: string, parameter: string): string;
  /**
   * Subquery of the matching document ids, as `n`, that always uses the full-text index, whatever limit surrounds it.
   */
  found(table: string, parameter: string): string;
  query(query: WordQuery): string;
  /** All values of a text expression of one result, joined by newlines. */
  lines(expression: string): string;
  /**
   * Condition that a column of JSON text, a list of texts or an object of such lists, has a text that matches a `like`
   * pattern, in any case; `add` adds a parameter.
   */
  hasLike(column: string, pattern: string, add: (value: SqlValue) => string): string;
}

/** The row of a document and its tokens are written by statements of their own. */
export interface WritingApart {
  readonly kind: 'apart';
  /** Inserts or replaces the tokens of a document. */
  putText(table: string): string;
  /** Parameters of `putText`. */
  textValues(n: number, text: SearchText): SqlValue[];
}

/** One statement writes the row of a document and its tokens. */
export interface WritingTogether {
  readonly kind: 'together';
  /**
   * Inserts or replaces a document: id, type, key of the facet tuple, weight, hash, name key, name, parts, words.
   * Changes nothing if there is no such facet tuple.
   */
  put(tables: GenerationTables): string;
  /** Changes a document that keeps its name: id of the facet tuple, weight, hash, parts, document id, words. */
  change(tables: GenerationTables): string;
  /** The parameter `words`. */
  words(text: Pick<SearchText, 'tokens' | 'counted'>): string;
}

export interface ColumnTypes {
  /** Compared bytewise. */
  text: string;
  integer: string;
  bytes: string;
}

/** Keys of the rows that a statement changes; `inserted`: no rows with these keys existed before. */
export type ChangedKeys = readonly string[] | { readonly inserted: readonly string[] };

/**
 * The dependencies of a cached value, as its query reads them: the table whose changes invalidate it, and tables whose
 * rows do not change for as long as a row of that table refers to them.
 */
export type CachedFrom = string | { readonly table: string; readonly constant: readonly string[] };

/**
 * One connection, inside or outside a transaction. Statements use `$1…$n` and are prepared once, cached by text.
 * Values bind as text, finite number, bigint, bytes or null; booleans are 0 and 1.
 */
export interface Sql {
  readonly dialect: Dialect;
  all<R>(text: string, params?: readonly SqlValue[]): Promise<R[]>;
  get<R>(text: string, params?: readonly SqlValue[]): Promise<R | undefined>;
  /**
   * Resolves to the number of changed rows. `only` names the keys that the changed rows belong to; without it, all
   * rows of the table are invalidated in the cache (see `remembered`).
   */
  run(text: string, params?: readonly SqlValue[], only?: ChangedKeys): Promise<number>;
  /**
   * Defers a step to the end of the transaction, after its work and the last step of the commit, when the transaction
   * holds every lock it takes. Only defined where writers run concurrently.
   */
  atEnd?(step: () => Promise<void>): void;
  /**
   * Sends a statement without waiting for its result; if it fails, the transaction fails. Only defined where a
   * statement is a round trip. Use `runLater`.
   */
  later?(text: string, params?: readonly SqlValue[], only?: ChangedKeys): void;
  /**
   * A query sent before its result is needed. Only defined inside writes where a statement is a round trip; used
   * by `announceEnd`.
   */
  readonly ahead?: Ahead;
  /**
   * The result of `load`, cached under a name until the next commit. Only defined where a read learns of every commit.
   * For results that many reads need; callers must not modify the value. `weigh` returns its size, roughly in
   * characters. Use `kept`.
   */
  kept?<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T>;
  /**
   * The rows that `load` returns for keys, in the order of their keys. Calls under one name that come at the same moment
   * share one load. Only defined where reads share a snapshot and a statement is a round trip. Use `gathered`.
   */
  gathered?<R>(
    name: string,
    keys: readonly string[],
    load: (keys: readonly string[]) => Promise<readonly R[]>,
    keyOf: (row: R) => string,
  ): Promise<readonly R[]>;
  /** The result of `make`, cached under a name for the lifetime of the connection (or the pool). Use `lasting`. */
  lasting?<T>(name: string, make: () => T): T;
  /**
   * The result of `load` by row keys (mostly entity ids), cached under a name per key until a row of the table that
   * belongs to the key changes. Only defined inside writes of a connection that has no concurrent writers. `load` may
   * read only the tables of `from`, and of its own table only the rows of the key; callers must not modify the value.
   * Keys without a value are left out.
   */
  remembered?<T>(
    from: CachedFrom,
    name: string,
    keys: readonly string[],
    load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>>;
  /**
   * Rows of `entity` that the transaction wrote as a whole and has not changed since, by id; only defined inside
   * writes.
   */
  readonly written?: Map<string, WrittenRow>;
  /**
   * Filters entity ids to those that may have rows in a table: excludes entities that this transaction inserted, as
   * long as it has inserted no rows of theirs there. Only defined inside writes where a statement is a round trip. Use
   * `mayHave`.
   */
  mayHave?(table: string, ids: readonly string[]): readonly string[];
  /** `remembered` for rows of `entity` by name, for names that only a change of the row itself can invalidate. */
  rememberedByName?<R extends { id: string }>(
    names: readonly string[],
    load: (names: readonly string[]) => Promise<ReadonlyMap<string, R>>,
  ): Promise<readonly R[]>;
}

/** The query for what a transaction has touched, sent before its result is needed; once. */
export interface Ahead {
  /** Sends it, unless it was sent before. */
  send(text: string): void;
  /** Its rows, if it was sent, and whether nothing has changed since. */
  take(): Promise<{ rows: readonly TouchedRow[]; isCurrent: boolean }>;
}

/** Ids of touched entities, separated by spaces, and the state of the search index; nulls if there are none. */
export interface TouchedRow {
  ids: string | null;
  current: string | null;
  shadow: string | null;
}

/** The result of `load`, cached by the connection where it has a cache. */
export function cached<T>(sql: Sql, name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T> {
  return sql.kept ? sql.kept(name, load, weigh) : load();
}

/**
 * The rows that `load` returns for keys. Reads that share a snapshot load them together, so `name` must identify all
 * that the result depends on apart from the keys.
 */
export function gathered<R>(
  sql: Sql,
  name: string,
  keys: readonly string[],
  load: (keys: readonly string[]) => Promise<readonly R[]>,
  keyOf: (row: R) => string,
): Promise<readonly R[]> {
  return sql.gathered ? sql.gathered(name, keys, load, keyOf) : load(keys);
}

/** `run`, without waiting for the result where that is a round trip. */
export async function runLater(tx: Sql, text: string, params: readonly SqlValue[], only?: ChangedKeys): Promise<void> {
  if (tx.later) tx.later(text, params, only);
  else await tx.run(text, params, only);
}

/** Filters entity ids to those that may have rows in a table. */
export function mayHave(sql: Sql, table: string, ids: readonly string[]): readonly string[] {
  return sql.mayHave ? sql.mayHave(table, ids) : ids;
}

/**
 * The same connection, with a cache for one request if it has none of its own: repeated reads within the request
 * return the first result.
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

/**
 * A value shared by the readers of this connection for its lifetime; created on every call if the connection cannot
 * store it.
 */
export function connectionValue<T>(sql: Sql, name: string, make: () => T): T {
  return sql.lasting ? sql.lasting(name, make) : make();
}

/**
 * The final step before a commit: runs once, after all writes that share the commit, however many of them pass it. If
 * it fails, all of them are rolled back.
 */
export type LastStep = (tx: Sql) => Promise<void>;

/** `request`: a client waits for it. `background`: nobody waits, so requests go first. */
export type WritePriority = 'request' | 'background';

export interface Store {
  readonly dialect: Dialect;
  /**
   * Runs reads. All statements of one call see one snapshot, which is taken after the call and may be shared. Must not
   * be nested in another read, which holds a connection or its turn. `work` may be retried if another read of the
   * snapshot failed.
   */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** As `read`, on a separate connection: for reads that may take long, so that others need not wait. */
  readLong?<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * One write: `work` is atomic, and durable when the promise resolves. Calls may share a commit; each has its own
   * savepoint. `work` may be retried after a serialization conflict, so it must have no side effects outside `tx`. A
   * unique index conflict throws `UniqueViolation`. `priority`: where writers are serial, `background` work starts
   * only after the writes that wait at that moment.
   */
  write<T>(work: (tx: Sql) => Promise<T>, last?: LastStep, priority?: WritePriority): Promise<T>;
  /**
   * Listens for commits of other processes until it is closed: for notifications, on a separate connection. Where one process owns the
   * database, only commands commit beside it, and it looks for these; then `connected` is called, since all may be missed.
   * Absent where the store is read-only there.
   */
  listen?(listener: NoticeListener): NoticeConnection;
  /**
   * A quick integrity check at start. Throws `DatabaseDamaged`; does nothing where a database server manages the
   * files.
   */
  inspect?(): Promise<void>;
  /** Damage found by a full check of the files; always empty where a database server manages the files. */
  findDamage?(most: number): Promise<string[]>;
  close(): Promise<void>;
}

export interface NoticeListener {
  /** A transaction that notified the channel was committed by any server, including this one. */
  notified(channel: string): void;
  /** Notifications may have been missed: the connection was opened or restored, or another process does not notify. */
  connected(): void;
  failed(error: unknown): void;
}

export interface NoticeConnection {
  /** Whether notifications currently arrive. */
  connected(): boolean;
  close(): Promise<void>;
}
