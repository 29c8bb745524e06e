import type { Dialect, Sql } from './port.js';

/** The differences between databases that matter outside storage. Everything else about a dialect is SQL syntax. */
export interface Capabilities {
  /** For display: `sqlite`, `postgres`. */
  readonly name: string;
  /**
   * Several processes may write: values that one process caches may be changed by another, and transactions may fail
   * with serialization conflicts.
   */
  readonly concurrentWriters: boolean;
  /**
   * Statements block the thread that runs them: long work must be sliced, and more threads give more read throughput.
   */
  readonly blocking: boolean;
  /** A statement costs a round trip, so queries are combined where possible. */
  readonly remote: boolean;
  /** Events get their position at insert; otherwise the sequencer assigns it after the commit. */
  readonly positionsAtInsert: boolean;
}

export function capabilitiesOf({ dialect }: { readonly dialect: Dialect }): Capabilities {
  return dialect;
}

/** Whether the connection caches rows between writes, which makes repeated reads of containers free. */
export function cachesRows(sql: Sql): boolean {
  return sql.remembered !== undefined;
}

/** Whether a table exists; for code that runs before the migrations. */
export async function hasTable(sql: Sql, name: string): Promise<boolean> {
  return (await sql.get(sql.dialect.hasTable, [name])) !== undefined;
}
