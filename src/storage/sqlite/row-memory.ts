// What the connection that writes remembers of rows that many writes ask for: containers, owners, tags, the state of search.
// One place sees every statement, so nothing is remembered that a statement may have changed.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CachedFrom, ChangedKeys, Sql, SqlValue } from '../port.js';
import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import type { WrittenRow } from '../rows.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { createTablesOf } from './statement-tables.js';

export interface RowMemory {
  /** The connection, for the work of writes. */
  readonly tx: Sql;
  /** At the start of a transaction: forgets what it wrote, and everything when another connection has committed since the last. */
  enter(): Promise<void>;
  /** How many statements have changed something so far. */
  changes(): number;
  /** After statements were undone: what was read in between may never have been. */
  forget(): void;
}

/** Values; when there are more, all are forgotten. */
const MOST = 60_000;

/** Tables that have no rows of an entity when it is new. */
const OF_ENTITIES: readonly string[] = ['relation', 'tag_usage', ...GENERATIONS.map((one) => searchTables(one).doc)];

type Known = Map<string, unknown>;

/** A row that had this name; it still is what is remembered of the entity, or it counts no more. */
interface Named {
  id: string;
  row: unknown;
}

export interface RowMemoryOptions {
  /** Values at most. */
  most?: number;
  /** Fails a query that reads another table than the one that its value is cached by. For tests. */
  checkReads?: boolean;
}

export function createRowMemory(
  connection: SqliteConnection,
  { most = MOST, checkReads = false }: RowMemoryOptions = {},
): RowMemory {
  const tablesOf = createTablesOf(connection);
  const loading = checkReads ? new AsyncLocalStorage<CachedFrom>() : null;
  // By table, then by what is remembered of its rows, then by key. `inserted`: new entities, which have no rows there yet.
  const tables = new Map<string, Map<string, Known>>();
  const inserted = new Map(OF_ENTITIES.map((table) => [table, new Set<string>()]));
  const named = new Map<string, Named>();
  const written = new Map<string, WrittenRow>();
  let version = -1;
  let size = 0;
  let changes = 0;

  function forget(): void {
    changes += 1;
    tables.clear();
    for (const ids of inserted.values()) ids.clear();
    named.clear();
    written.clear();
    size = 0;
  }

  function knownOf(table: string, name: string): Known {
    const found = tables.get(table)?.get(name);
    if (found) return found;
    const ofTable = tables.get(table) ?? new Map<string, Known>();
    const known: Known = new Map();
    tables.set(table, ofTable.set(name, known));
    return known;
  }

  /** Before a statement. `only` speaks of its own table, not of those that its triggers change. */
  function note(text: string, only?: ChangedKeys): void {
    const { reads, writes, schema, changes: mayChange } = tablesOf(text);
    if (loading) refuseUndeclared(loading.getStore(), reads, text);
    if (!mayChange) return;
    changes += 1;
    if (schema) forget();
    const [own] = writes;
    for (const table of writes) {
      if (table !== own || only === undefined) forgetTable(table);
      else if ('inserted' in only) for (const key of only.inserted) noteRow(table, key, true);
      else for (const key of only) noteRow(table, key, false);
    }
  }

  function noteRow(table: string, key: string, isNew: boolean): void {
    for (const known of tables.get(table)?.values() ?? []) known.delete(key);
    inserted.get(table)?.delete(key);
    if (table === 'entity') written.delete(key);
    if (table !== 'entity' || !isNew) return;
    for (const ids of inserted.values()) ids.add(key);
    size += 1;
  }

  function forgetTable(table: string): void {
    tables.delete(table);
    inserted.get(table)?.clear();
    if (table !== 'entity') return;
    named.clear();
    written.clear();
  }

  function reading<T>(from: CachedFrom, load: () => Promise<T>): Promise<T> {
    return loading ? loading.run(from, load) : load();
  }

  async function remembered<T>(
    from: CachedFrom,
    name: string,
    keys: readonly string[],
    load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>> {
    const table = typeof from === 'string' ? from : from.table;
    const known = knownOf(table, name) as Map<string, T | undefined>;
    const isNew = inserted.get(table);
    const missing = keys.filter((key) => !known.has(key) && !isNew?.has(key));
    const before = changes;
    const loaded = missing.length > 0 ? await reading(from, () => load(missing)) : null;
    const found = new Map<string, T>();
    for (const key of keys) {
      const value = loaded?.get(key) ?? known.get(key);
      if (value !== undefined) found.set(key, value);
    }
    if (loaded && before === changes) {
      for (const key of missing) known.set(key, loaded.get(key));
      grow(missing.length);
    }
    return found;
  }

  async function rememberedByName<R extends { id: string }>(
    names: readonly string[],
    load: (names: readonly string[]) => Promise<ReadonlyMap<string, R>>,
  ): Promise<R[]> {
    const rows = knownOf('entity', 'row');
    const fresh = (name: string) => {
      const { id, row } = named.get(name) ?? {};
      return row !== undefined && rows.get(id as string) === row ? (row as R) : undefined;
    };
    const missing = names.filter((name) => fresh(name) === undefined);
    const before = changes;
    const loaded = missing.length > 0 ? await reading('entity', () => load(missing)) : null;
    const found = names.flatMap((name) => loaded?.get(name) ?? fresh(name) ?? []);
    if (loaded && before === changes) {
      for (const [name, row] of loaded) {
        rows.set(row.id, row);
        named.set(name, { id: row.id, row });
      }
      grow(loaded.size);
    }
    return found;
  }

  function grow(by: number): void {
    size += by;
    if (size > most) forget();
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
    remembered,
    rememberedByName,
    written,
  };
  return {
    tx,
    async enter() {
      written.clear();
      const row = await connection.get<{ data_version: number }>('pragma data_version');
      if (row?.data_version !== version) {
        tablesOf.forget();
        forget();
      }
      version = row?.data_version ?? -1;
    },
    changes: () => changes,
    forget,
  };
}

function refuseUndeclared(from: CachedFrom | undefined, reads: ReadonlySet<string>, text: string): void {
  if (from === undefined) return;
  const declared = typeof from === 'string' ? [from] : [from.table, ...from.constant];
  const other = [...reads].find((table) => !declared.includes(table));
  if (other !== undefined) throw new Error(`a value cached from ${declared.join(', ')} is read from ${other}: ${text}`);
}
