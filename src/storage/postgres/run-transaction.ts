import { type Sql, StoreUnavailable } from '../port.js';
import type { PostgresClient } from './postgres-client.js';
import { sqlOver } from './sql-over.js';
import { endsConnection } from './translate-error.js';

/**
 * Runs `work` in a transaction on a connection of its own. When the connection is lost, `work` gets no further statement
 * through and the library hears no end of it: it would send commit or rollback down whatever the connection has become
 * meanwhile, which may be the transaction of another write.
 */
export function runTransaction<T>(client: PostgresClient, work: (tx: Sql) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let over = false;
    const end = (error: unknown) => {
      over = true;
      reject(error);
    };
    const guard = () => {
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
      }
    };
    // Boxed: the client waits for every promise of a result that is a list.
    client.begin((transaction) => attempt(sqlOver(transaction, guard))).then(({ value }) => resolve(value), end);
  });
}

function never(): Promise<never> {
  return new Promise(() => {});
}
