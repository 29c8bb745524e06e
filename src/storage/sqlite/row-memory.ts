// What the connection that writes remembers of rows that many writes ask for: containers, owners, tags. One place sees
// every statement, so nothing is remembered that a statement may have changed.
import type { RowTable, Sql } from '../port.js';
import type { SqliteConnection } from './sqlite-connection.js';

export interface RowMemory {
  /** The connection, for the work of writes. */
  readonly tx: Sql;
  /** At the start of a transaction: forgets everything when another connection has committed since the last one. */
  enter(): Promise<void>;
  /** How many statements have changed something so far. */
  changes(): number;
  /** After statements were undone: what was read in between may never have been. */
  forget(): void;
}

/** Entities; when there are more, all are forgotten. */
const MOST = 20_000;

const TABLES: readonly RowTable[] = ['entity', 'relation', 'tag_usage'];

type Known = Map<string, unknown>;

/** A row that had this name; it still is what is remembered of the entity, or it counts no more. */
interface Named {
  id: string;
  row: unknown;
}

export function createRowMemory(connection: SqliteConnection, most = MOST): RowMemory {
  // By table, then by what is remembered of its rows, then by entity. `inserted`: new entities, which have no rows there yet.
  const tables: Record<RowTable, Map<string, Known>> = { entity: new Map(), relation: new Map(), tag_usage: new Map() };
  const inserted: Record<RowTable, Set<string>> = { entity: new Set(), relation: new Set(), tag_usage: new Set() };
  const named = new Map<string, Named>();
  let version = -1;
  let size = 0;
  let changes = 0;

  function forget(): void {
    changes += 1;
    for (const table of TABLES) forgetTable(table);
    named.clear();
    size = 0;
  }

  function knownOf(table: RowTable, name: string): Known {
    const known = tables[table].get(name) ?? new Map<string, unknown>();
    tables[table].set(name, known);
    return known;
  }

  function noteChange(text: string, only: readonly string[] | undefined): void {
    changes += 1;
    const target = targetOf(text);
    const table = TABLES.find((one) => one === target);
    if (target === null) forget();
    else if (table === undefined) return;
    else if (only === undefined) forgetTable(table);
    else for (const id of only) noteRow(table, id, text.startsWith('insert'));
  }

  function noteRow(table: RowTable, id: string, isNew: boolean): void {
    for (const known of tables[table].values()) known.delete(id);
    inserted[table].delete(id);
    if (table !== 'entity' || !isNew) return;
    inserted.relation.add(id);
    inserted.tag_usage.add(id);
    size += 1;
  }

  function forgetTable(table: RowTable): void {
    tables[table].clear();
    inserted[table].clear();
    if (table === 'entity') named.clear();
  }

  async function remembered<T>(
    table: RowTable,
    name: string,
    ids: readonly string[],
    load: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>> {
    const known = knownOf(table, name) as Map<string, T | undefined>;
    const missing = ids.filter((id) => !known.has(id) && !inserted[table].has(id));
    const before = changes;
    const loaded = missing.length > 0 ? await load(missing) : null;
    const found = new Map<string, T>();
    for (const id of ids) {
      const value = loaded?.get(id) ?? known.get(id);
      if (value !== undefined) found.set(id, value);
    }
    if (loaded && before === changes) {
      for (const id of missing) known.set(id, loaded.get(id));
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
    const loaded = missing.length > 0 ? await load(missing) : null;
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
    all(text, params) {
      if (!isQuery(text)) noteChange(text, undefined);
      return connection.all(text, params);
    },
    get(text, params) {
      if (!isQuery(text)) noteChange(text, undefined);
      return connection.get(text, params);
    },
    run(text, params, only) {
      noteChange(text, only);
      return connection.run(text, params);
    },
    remembered,
    rememberedByName,
  };
  return {
    tx,
    async enter() {
      const row = await connection.get<{ data_version: number }>('pragma data_version');
      if (row?.data_version !== version) forget();
      version = row?.data_version ?? -1;
    },
    changes: () => changes,
    forget,
  };
}

function isQuery(text: string): boolean {
  return text.startsWith('select ') || text.startsWith('with ');
}

/** The table that a statement changes; null when its text does not begin with saying so. */
function targetOf(text: string): string | null {
  return /^\s*(?:insert (?:or \w+ )?into|update|delete from) (\w+)\b/.exec(text)?.[1] ?? null;
}
