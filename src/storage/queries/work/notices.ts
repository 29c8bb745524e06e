import type { Notice, Sql } from '../../port.js';

/** Notifies all servers of the database when the transaction commits; does nothing where there is one process only. */
export async function sendNotice(tx: Sql, notice: Notice): Promise<void> {
  if (tx.dialect.notify !== null) await tx.all(tx.dialect.notify, [`cairn_${notice}`]);
}
