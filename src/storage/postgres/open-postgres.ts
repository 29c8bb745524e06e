import { setTimeout } from 'node:timers/promises';
import type { Sql, SqlValue, Store } from '../port.js';
import { LostRace, UniqueViolation } from '../port.js';
import { connectPostgres, type PostgresClient, type PostgresOptions } from './postgres-client.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';

// Serialization failure and deadlock: another transaction won, the same work may pass the next time.
const LOST_RACE = ['40001', '40P01'];
const UNIQUE = '23505';
const ATTEMPTS = 5;

/**
 * A store over a pool of PostgreSQL connections. Reads are single statements, pipelined; every write is a
 * transaction on a connection of its own, tried again when it lost a race.
 */
export function openPostgres(options: PostgresOptions): Store {
  const client = connectPostgres(options);
  const sql = sqlOver(client);
  return {
    dialect: POSTGRES_DIALECT,
    read: (work) => work(sql),
    write: (work) => tryWrite(client, work, 1),
    close: () => client.end({ timeout: 5 }),
  };
}

async function tryWrite<T>(client: PostgresClient, work: (tx: Sql) => Promise<T>, attempt: number): Promise<T> {
  try {
    // Boxed: the client waits for every promise of a result that is a list.
    const { value } = await client.begin(async (transaction) => ({ value: await work(sqlOver(transaction)) }));
    return value;
  } catch (error) {
    if (attempt >= ATTEMPTS || !isLostRace(error)) throw translated(error);
    await setTimeout(2 ** attempt);
    return tryWrite(client, work, attempt + 1);
  }
}

type Queries = Pick<PostgresClient, 'unsafe'>;

function sqlOver(client: Queries): Sql {
  const query = async (text: string, params: readonly SqlValue[]) => {
    try {
      return await client.unsafe(text, params as SqlValue[] as never[], { prepare: true });
    } catch (error) {
      throw translated(error);
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

function translated(error: unknown): unknown {
  if (codeOf(error) !== UNIQUE) return error;
  const { constraint_name: constraint } = error as { constraint_name?: string };
  return new UniqueViolation(constraint ?? 'unknown index');
}

function isLostRace(error: unknown): boolean {
  return error instanceof LostRace || LOST_RACE.includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
