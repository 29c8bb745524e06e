import type { SqliteConnection } from './sqlite-connection.js';

/**
 * The tables of a statement and of the triggers it fires, according to SQLite's bytecode. Virtual tables have no names
 * there.
 */
export interface StatementTables {
  readonly reads: ReadonlySet<string>;
  /** The statement's own table first. */
  readonly writes: ReadonlySet<string>;
  /** Whether it may change anything, including virtual tables. */
  readonly changes: boolean;
  /** Whether it changes the schema, which invalidates everything. */
  readonly schema: boolean;
}

export interface TablesOf {
  (text: string): StatementTables;
  /** Call if another connection may have changed the schema. */
  forget(): void;
}

// Same limit as the prepared statements of a connection.
const MOST = 1000;

/** These change the schema, whatever their bytecode is, and so invalidate every table. */
const DEFINES = /^\s*(?:create|alter|drop)\b/i;
const REDEFINED: StatementTables = { reads: new Set(), writes: new Set(), schema: true, changes: true };

const SCHEMA_CHANGES = new Set(['ParseSchema', 'CreateBtree', 'Destroy', 'DropTable', 'VCreate', 'VDestroy']);

/** Reads the bytecode of each statement once, instead of guessing from its text what it changes. */
export function createTablesOf(connection: Pick<SqliteConnection, 'plan' | 'rootPages'>): TablesOf {
  const known = new Map<string, StatementTables>();
  let tables: ReadonlyMap<number, string> | null = null;

  function tableAt(page: number): string {
    if (!tables?.has(page)) tables = connection.rootPages();
    return tables.get(page) ?? `page ${page}`; // the schema table itself
  }

  function read(text: string): StatementTables {
    if (DEFINES.test(text)) {
      tables = null;
      return REDEFINED;
    }
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
