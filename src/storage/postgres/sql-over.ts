import type { Sql, SqlValue } from '../port.js';
import type { PostgresClient } from './postgres-client.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { translateError } from './translate-error.js';

type Queries = Pick<PostgresClient, 'unsafe'>;

/** Statements worth preparing; others run once. */
const PREPARED = /^\s*(?:select|insert|update|delete|with)\b/;

/** Statements over a pool or a transaction. `guard` throws if no further statements may be sent. */
export function sqlOver(client: Queries, guard: () => void = () => {}): Sql {
  const query = async (text: string, params: readonly SqlValue[]) => {
    guard();
    try {
      const isPrepared = params.length > 0 || PREPARED.test(text);
      const options = isPrepared ? { prepare: true, simple: false } : {};
      return await client.unsafe(text, params as SqlValue[] as never[], options);
    } catch (error) {
      throw translateError(error);
    }
  };
  return {
    dialect: POSTGRES_DIALECT,
    async all<R>(text: string, params: readonly SqlValue[] = []) {
      return [...((await query(text, params)) as unknown as Iterable<R>)];
    },
    async get<R>(text: string, params: readonly SqlValue[] = []) {
      return (await query(text, params))[0] as R | undefined;
    },
    async run(text, params = []) {
      return (await query(text, params)).count;
    },
  };
}
