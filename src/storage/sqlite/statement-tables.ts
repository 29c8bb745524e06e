import type { SqliteConnection } from './sqlite-connection.js';

/** The tables of a statement and of the triggers that it fires, as SQLite plans it. Virtual tables have no names in plans. */
export interface StatementTables {
  readonly reads: ReadonlySet<string>;
  /** Its own first. */
  readonly writes: ReadonlySet<string>;
  /** It may change something, also in virtual tables. */
  readonly changes: boolean;
  /** It changes the schema, so anything may be different afterwards. */
  readonly schema: boolean;
}

export interface TablesOf {
  (text: string): StatementTables;
  /** Another connection may have changed the schema. */
  forget(): void;
}

// As many as a connection keeps prepared.
const MOST = 1000;

const SCHEMA_CHANGES = new Set(['ParseSchema', 'CreateBtree', 'Destroy', 'DropTable', 'VCreate', 'VDestroy']);

/** Asks for the plan of each statement once: what a statement changes is not guessed from its text. */
export function createTablesOf(connection: Pick<SqliteConnection, 'plan' | 'rootPages'>): TablesOf {
  const known = new Map<string, StatementTables>();
  let tables: ReadonlyMap<number, string> | null = null;

  function tableAt(page: number): string {
    if (!tables?.has(page)) tables = connection.rootPages();
    return tables.get(page) ?? `page ${page}`; // of the schema itself
  }

  function read(text: string): StatementTables {
    const reads = new Set<string>();
    const writes = new Set<string>();
    let schema = false;
    let virtual = false;
    for (const { opcode, p1, p2 } of connection.plan(text)) {
      if (opcode === 'OpenRead') reads.add(tableAt(p2));
      else if (opcode === 'OpenWrite') writes.add(tableAt(p2));
      else if (opcode === 'Clear') writes.add(tableAt(p1));
      else if (opcode === 'VUpdate') virtual = true;
      else if (SCHEMA_CHANGES.has(opcode)) schema = true;
    }
    if (schema) tables = null;
    return { reads, writes, schema, changes: schema || virtual || writes.size > 0 };
  }

  return Object.assign(
    (text: string) => {
      const found = known.get(text);
      if (found) return found;
      const made = read(text);
      if (known.size >= MOST) known.clear();
      known.set(text, made);
      return made;
    },
    {
      forget() {
        tables = null;
      },
    },
  );
}
