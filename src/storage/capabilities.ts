import type { Dialect, Sql } from './port.js';

/** What databases differ in for code outside storage. Everything else about a dialect is how SQL is written. */
export interface Capabilities {
  /** For people: `sqlite`, `postgres`. */
  readonly name: string;
  /** Several processes may write: what one of them caches another may have changed, and writes may lose races. */
  readonly concurrentWriters: boolean;
  /** Statements hold the thread that runs them: long work goes in slices, and more threads read more. */
  readonly blocking: boolean;
  /** Events get their position when they are inserted; otherwise the sequencer gives it after the commit. */
  readonly positionsAtInsert: boolean;
}

export function capabilitiesOf({ dialect }: { readonly dialect: Dialect }): Capabilities {
  return dialect;
}

/** Whether the connection caches rows between writes: to ask for those of containers again then costs nothing. */
export function cachesRows(sql: Sql): boolean {
  return sql.remembered !== undefined;
}

/** Whether the database has a table, for what runs before the migrations. */
export async function hasTable(sql: Sql, name: string): Promise<boolean> {
  return (await sql.get(sql.dialect.hasTable, [name])) !== undefined;
}
