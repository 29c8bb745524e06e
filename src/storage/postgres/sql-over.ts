import type { Sql, SqlValue } from '../port.js';
import type { PostgresClient } from './postgres-client.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { translateError } from './translate-error.js';

type Queries = Pick<PostgresClient, 'unsafe'>;

/** Statements worth preparing; others run once. */
const PREPARED = /^\s*(?:select|insert|update|delete|with)\b/;

/** Statements over a pool or a transaction. `guard` throws if no further statements may be sent. */
export function sqlOver(client: Queries, guard: () => void = () => {}): Sql {
  // Every statement passes here, so there is one promise more than the client's, and no async function.
  function query<T>(text: string, params: readonly SqlValue[], pick: (rows: Rows) => T): Promise<T> {
    try {
      guard();
      const isPrepared = params.length > 0 || PREPARED.test(text);
      const options = isPrepared ? { prepare: true, simple: false } : {};
      return client.unsafe(text, params as SqlValue[] as never[], options).then(pick, fail);
    } catch (error) {
      return Promise.reject(translateError(error));
    }
  }
  return {
    dialect: POSTGRES_DIALECT,
    all: <R>(text: string, params = []) => query(text, params, (rows) => [...rows] as R[]),
    get: <R>(text: string, params = []) => query(text, params, (rows) => rows[0] as R | undefined),
    run: (text, params = []) => query(text, params, countOf),
  };
}

type Rows = readonly unknown[] & { count: number };

function countOf({ count }: Rows): number {
  return count;
}

function fail(error: unknown): never {
  throw translateError(error);
}
