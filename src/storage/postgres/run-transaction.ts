import { type Sql, StoreUnavailable } from '../port.js';
import type { PostgresClient } from './postgres-client.js';
import { sqlOver } from './sql-over.js';
import { endsConnection } from './translate-error.js';

/**
 * Runs `work` in a transaction on its own connection. If the connection is lost, `work` cannot send further statements
 * and its end is hidden from the library, which would otherwise send commit or rollback to whatever the connection is
 * used for by then, possibly another write's transaction.
 */
export function runTransaction<T>(client: PostgresClient, work: (tx: Sql) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let over = false;
    let ended = false;
    const end = (error: unknown) => {
      over = true;
      reject(error);
    };
    const guard = () => {
      // Statements still running after the work failed must not reach the connection's next transaction.
      if (ended) throw new Error('a statement was sent after the end of its transaction');
      if (over) throw new StoreUnavailable('the database is unavailable: the connection of a transaction was lost');
    };
    const attempt = async (tx: Sql): Promise<{ value: T }> => {
      try {
        const value = await work(tx);
        return over ? await never() : { value };
      } catch (error) {
        if (!over && !endsConnection(error)) throw error;
        end(error);
        return never();
      } finally {
        ended = true;
      }
    };
    // Wrapped in an object, because the client awaits every promise in a result that is an array.
    client.begin((transaction) => attempt(sqlOver(transaction, guard))).then(({ value }) => resolve(value), end);
  });
}

function never(): Promise<never> {
  return new Promise(() => {});
}
