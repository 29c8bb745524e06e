import { runLater, type Sql } from '../../port.js';

/**
 * The work of a transaction that changes nothing that reads cache (`cached`): leases, who runs a job, positions of events.
 * What readers on PostgreSQL have cached outlives it, so it must change nothing else.
 */
export function quietly<T>(work: (tx: Sql) => Promise<T>): (tx: Sql) => Promise<T> {
  return async (tx) => {
    const { quietWrites } = tx.dialect;
    if (quietWrites !== null) await runLater(tx, quietWrites.mark, []);
    return work(tx);
  };
}
