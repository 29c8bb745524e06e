import { runLater, type Sql } from '../../port.js';

/**
 * Says, once in a transaction, that it changes nothing that reads cache (`cached`): leases, who runs a job, positions of
 * events. What readers on PostgreSQL have cached outlives it, so it must change nothing else.
 */
export async function markQuiet(tx: Sql): Promise<void> {
  const { quietWrites } = tx.dialect;
  if (quietWrites !== null) await runLater(tx, quietWrites.mark, []);
}

/** The work of a transaction that changes nothing that reads cache (`markQuiet`). */
export function quietly<T>(work: (tx: Sql) => Promise<T>): (tx: Sql) => Promise<T> {
  return async (tx) => {
    await markQuiet(tx);
    return work(tx);
  };
}
