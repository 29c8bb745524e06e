// The row cache of the writing connection, for rows that many writes read: containers, owners, tags, the state of
// search. Every statement passes through here, so that anything it may change is invalidated.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CachedFrom, ChangedKeys, Sql, SqlValue } from '../port.js';
import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import type { WrittenRow } from '../rows.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { createTablesOf } from './statement-tables.js';

export interface QueryCache {
  /** The connection, with the cache, for the work of writes. */
  readonly tx: Sql;
  /**
   * Call at the start of a transaction: clears its written rows, and the whole cache if another connection has
   * committed since the last transaction.
   */
  enter(): Promise<void>;
  /** Number of statements so far that changed something. */
  changes(): number;
  /** Call after a rollback: values cached in between may be of rolled back state. */
  forget(): void;
}

/** Maximum number of values; beyond it, the cache is cleared. */
const MOST = 60_000;

/** Tables that have no rows of a newly inserted entity. */
const OF_ENTITIES: readonly string[] = ['relation', 'tag_usage', ...GENERATIONS.map((one) => searchTables(one).doc)];

type CachedValues = Map<string, unknown>;

/** A row that had this name; valid only while it is still the cached row of its entity. */
interface Named {
  id: string;
  row: unknown;
}

export interface QueryCacheOptions {
  /** Maximum number of values. */
  most?: number;
  /** Fails a query that reads a table which its cached value does not declare. For tests. */
  checkReads?: boolean;
}

export function createQueryCache(
  connection: SqliteConnection,
  { most = MOST, checkReads = false }: QueryCacheOptions = {},
): QueryCache {
  const tablesOf = createTablesOf(connection);
  const loading = checkReads ? new AsyncLocalStorage<CachedFrom>() : null;
  const cache = createRowCache(most);
  let version = -1;

  /** Call before a statement. `only` applies to its own table, not to those changed by its triggers. */
  function note(text: string, only?: ChangedKeys): void {
    const { reads, writes, schema, changes: mayChange } = tablesOf(text);
    if (loading) refuseUndeclared(loading.getStore(), reads, text);
    if (!mayChange) return;
    cache.countChange();
    if (schema) cache.clear();
    const [own] = writes;
    for (const table of writes) {
      if (table !== own || only === undefined) cache.dropTable(table);
      else if ('inserted' in only) for (const key of only.inserted) cache.dropRow(table, key, true);
      else for (const key of only) cache.dropRow(table, key, false);
    }
  }

  const tx: Sql = {
    ...connection,
    async all<R>(text: string, params?: readonly SqlValue[]) {
      note(text);
      return connection.all<R>(text, params);
    },
    async get<R>(text: string, params?: readonly SqlValue[]) {
      note(text);
      return connection.get<R>(text, params);
    },
    async run(text, params, only) {
      note(text, only);
      return connection.run(text, params);
    },
    ...rememberingIn(cache, (from, load) => (loading ? loading.run(from, load) : load())),
    written: cache.written,
  };
  return {
    tx,
    async enter() {
      cache.written.clear();
      const row = await connection.get<{ data_version: number }>('pragma data_version');
      if (row?.data_version !== version) {
        tablesOf.forget();
        cache.clear();
      }
      version = row?.data_version ?? -1;
    },
    changes: cache.changes,
    forget: cache.clear,
  };
}

type RowCache = ReturnType<typeof createRowCache>;

/** The cached values and their invalidation; `most` limits their number. */
function createRowCache(most: number) {
  // By table, then cache name, then key. `inserted`: new entities, which have no rows in these tables yet.
  const tables = new Map<string, Map<string, CachedValues>>();
  const inserted = new Map(OF_ENTITIES.map((table) => [table, new Set<string>()]));
  const named = new Map<string, Named>();
  const written = new Map<string, WrittenRow>();
  let size = 0;
  let changes = 0;

  function clear(): void {
    changes += 1;
    tables.clear();
    for (const ids of inserted.values()) ids.clear();
    named.clear();
    written.clear();
    size = 0;
  }

  function valuesOf(table: string, name: string): CachedValues {
    const found = tables.get(table)?.get(name);
    if (found) return found;
    const ofTable = tables.get(table) ?? new Map<string, CachedValues>();
    const values: CachedValues = new Map();
    tables.set(table, ofTable.set(name, values));
    return values;
  }

  function dropRow(table: string, key: string, isNew: boolean): void {
    for (const values of tables.get(table)?.values() ?? []) values.delete(key);
    inserted.get(table)?.delete(key);
    if (table === 'entity') written.delete(key);
    if (table !== 'entity' || !isNew) return;
    for (const ids of inserted.values()) ids.add(key);
    size += 1;
  }

  function dropTable(table: string): void {
    tables.delete(table);
    inserted.get(table)?.clear();
    if (table !== 'entity') return;
    named.clear();
    written.clear();
  }

  function grow(by: number): void {
    size += by;
    if (size > most) clear();
  }

  const countChange = () => {
    changes += 1;
  };
  const insertedIn = (table: string) => inserted.get(table);
  return { named, written, clear, valuesOf, insertedIn, dropRow, dropTable, grow, countChange, changes: () => changes };
}

/** Reads through the cache; `reading` wraps every load. */
function rememberingIn(
  cache: RowCache,
  reading: <T>(from: CachedFrom, load: () => Promise<T>) => Promise<T>,
): Required<Pick<Sql, 'remembered' | 'rememberedByName'>> {
  return {
    async remembered<T>(
      from: CachedFrom,
      name: string,
      keys: readonly string[],
      load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    ): Promise<ReadonlyMap<string, T>> {
      const table = typeof from === 'string' ? from : from.table;
      const values = cache.valuesOf(table, name) as Map<string, T | undefined>;
      const isNew = cache.insertedIn(table);
      const missing = keys.filter((key) => !values.has(key) && !isNew?.has(key));
      const before = cache.changes();
      const loaded = missing.length > 0 ? await reading(from, () => load(missing)) : null;
      const found = new Map<string, T>();
      for (const key of keys) {
        const value = loaded?.get(key) ?? values.get(key);
        if (value !== undefined) found.set(key, value);
      }
      if (loaded && before === cache.changes()) {
        for (const key of missing) values.set(key, loaded.get(key));
        cache.grow(missing.length);
      }
      return found;
    },

    async rememberedByName<R extends { id: string }>(
      names: readonly string[],
      load: (names: readonly string[]) => Promise<ReadonlyMap<string, R>>,
    ): Promise<R[]> {
      const { named } = cache;
      const rows = cache.valuesOf('entity', 'row');
      const fresh = (name: string) => {
        const { id, row } = named.get(name) ?? {};
        return row !== undefined && rows.get(id as string) === row ? (row as R) : undefined;
      };
      const missing = names.filter((name) => fresh(name) === undefined);
      const before = cache.changes();
      const loaded = missing.length > 0 ? await reading('entity', () => load(missing)) : null;
      const found = names.flatMap((name) => loaded?.get(name) ?? fresh(name) ?? []);
      if (loaded && before === cache.changes()) {
        for (const [name, row] of loaded) {
          rows.set(row.id, row);
          named.set(name, { id: row.id, row });
        }
        cache.grow(loaded.size);
      }
      return found;
    },
  };
}

function refuseUndeclared(from: CachedFrom | undefined, reads: ReadonlySet<string>, text: string): void {
  if (from === undefined) return;
  const declared = typeof from === 'string' ? [from] : [from.table, ...from.constant];
  const other = [...reads].find((table) => !declared.includes(table));
  if (other !== undefined) throw new Error(`a value cached from ${declared.join(', ')} is read from ${other}: ${text}`);
}
