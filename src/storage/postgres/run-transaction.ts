import type { Sql } from '../port.js';
import { StoreUnavailable } from '../store-errors.js';
import { begin, type Transaction } from './begin.js';
import type { PostgresClient } from './postgres-client.js';
import { type Statements, sqlOver } from './sql-over.js';
import { endsConnection, failedBefore } from './translate-error.js';

/** The result of a transaction's work, and the statements that it sent without waiting for their results. */
export interface Work<T> {
  value: T;
  sent: readonly Promise<unknown>[];
}

/**
 * Runs `work` in a transaction on its own connection. BEGIN travels with the first statements, COMMIT with the last. If
 * the connection is lost, `work` cannot send further statements: they would reach whatever the connection is used for by
 * then, possibly another write's transaction.
 */
export async function runTransaction<T>(client: PostgresClient, work: (tx: Sql) => Promise<Work<T>>): Promise<T> {
  const transaction = await begin(client);
  const statements = readsFirst(transaction);
  let ended: 'over' | 'lost' | null = null;
  const lost = transaction.lost.catch((error) => {
    ended = 'lost';
    throw error;
  });
  lost.catch(() => {});
  transaction.begun.catch(() => {
    ended = 'lost'; // without BEGIN, statements would commit by themselves
  });
  const guard = () => {
    // Statements still running after the work failed must not reach the connection's next transaction.
    if (ended === 'over') throw new Error('a statement was sent after the end of its transaction');
    if (ended === 'lost')
      throw new StoreUnavailable('the database is unavailable: the connection of a transaction was lost');
  };

  let firstFailure: unknown = null;
  const failed = (error: unknown) => {
    firstFailure ??= error;
  };

  async function attempt(): Promise<T> {
    let result: Work<T>;
    try {
      result = await work(sqlOver(statements, { guard, failed }));
      guard();
    } catch (error) {
      const isOpen = ended === null && !endsConnection(error);
      ended ??= 'over';
      if (isOpen) await statements.unsafe('rollback');
      throw error;
    }
    ended = 'over';
    return commit(statements, result);
  }
  try {
    return await Promise.race([attempt(), lost]);
  } catch (error) {
    // If one of several statements sent together fails, the work may see the error of a later one first, which only says that another failed.
    throw failedBefore(error) ? (firstFailure ?? error) : error;
  }
}

/** Sends COMMIT behind the statements that nobody has waited for. If one of them failed, PostgreSQL rolls back. */
async function commit<T>({ unsafe }: Statements, { value, sent }: Work<T>): Promise<T> {
  const [answer] = await Promise.all([unsafe('commit'), ...sent]);
  if (answer.command !== 'COMMIT') throw new Error('the transaction was rolled back: one of its statements had failed');
  return value;
}

/**
 * The transaction, where only reads are sent before BEGIN is answered: if BEGIN failed, a write that follows it would
 * be committed by itself.
 */
function readsFirst({ unsafe, begun }: Transaction): Statements {
  let gate: Promise<void> | null = begun;
  let isGated = false;
  begun.then(
    () => {
      gate = null;
    },
    () => {},
  );
  const gated: Statements['unsafe'] = (text, params, options) => {
    if (gate === null) return unsafe(text, params, options);
    isGated ||= !text.startsWith('select ');
    if (!isGated) return unsafe(text, params, options);
    return gate.then(() => unsafe(text, params, options));
  };
  return { unsafe: gated };
}
