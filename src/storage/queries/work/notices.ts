import type { Sql } from '../../port.js';

/** Notifies all servers of the database when the transaction commits; does nothing where only one process uses it. */
export async function notifyServers(tx: Sql, channel: string): Promise<void> {
  if (tx.dialect.notify !== null) await tx.all(tx.dialect.notify, [channel]);
}
