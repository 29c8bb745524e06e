import type { Sql, SqlValue } from '../port.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { translateError } from './translate-error.js';

/** Rows of a result, with the number of changed ones and the first word of its command tag. */
export type Rows = readonly unknown[] & { count: number; command: string };

/** Sends statements: a client, or a transaction. */
export interface Statements {
  unsafe(text: string, params?: never[], options?: object): Promise<Rows>;
}

/** Statements worth preparing; others run once. */
const PREPARED = /^\s*(?:select|insert|update|delete|with)\b/;
/**
 * Longer texts hold the conditions of a policy or of a search, so there are as many as people can write. A connection keeps what it
 * prepared, some megabytes for a long one, until it ends.
 */
const MOST_PREPARED = 2500;

interface Watching {
  /** Throws if no further statements may be sent. */
  guard?: () => void;
  /** Called with the error of each statement that failed, in the order in which they were sent. */
  failed?: (error: unknown) => void;
}

/** Statements over a pool or a transaction. */
export function sqlOver(client: Statements, { guard, failed }: Watching = {}): Sql {
  function fail(error: unknown): never {
    const translated = translateError(error);
    failed?.(translated);
    throw translated;
  }
  // Every statement passes here, so there is one promise more than the client's, and no async function.
  function query<T>(text: string, params: readonly SqlValue[], pick: (rows: Rows) => T): Promise<T> {
    try {
      guard?.();
      const isPrepared = params.length > 0 || PREPARED.test(text);
      const options = isPrepared ? { prepare: text.length <= MOST_PREPARED, simple: false } : {};
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

function countOf({ count }: Rows): number {
  return count;
}
