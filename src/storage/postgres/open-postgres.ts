import { setTimeout } from 'node:timers/promises';
import { createLastingMemory } from '../lasting-memory.js';
import type { LastStep, Sql, Store } from '../port.js';
import { connectPostgres, type PostgresClient, type PostgresOptions } from './postgres-client.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { runTransaction } from './run-transaction.js';
import { sqlOver } from './sql-over.js';
import { isLostRace, translateError } from './translate-error.js';

const ATTEMPTS = 5;

/**
 * A store over a pool of PostgreSQL connections. Reads are single statements, pipelined; every write is a
 * transaction on a connection of its own, tried again when it lost a race.
 */
export function openPostgres(options: PostgresOptions): Store {
  const client = connectPostgres(options);
  const sql: Sql = { ...sqlOver(client), lasting: createLastingMemory() };
  return {
    dialect: POSTGRES_DIALECT,
    read: (work) => work(sql),
    write: (work, last) => tryWrite(client, last ? (tx) => withLast(tx, work, last) : work, 1),
    close: () => client.end({ timeout: 5 }),
  };
}

async function withLast<T>(tx: Sql, work: (tx: Sql) => Promise<T>, last: LastStep): Promise<T> {
  const value = await work(tx);
  await last(tx);
  return value;
}

async function tryWrite<T>(client: PostgresClient, work: (tx: Sql) => Promise<T>, attempt: number): Promise<T> {
  try {
    return await runTransaction(client, work);
  } catch (error) {
    if (attempt >= ATTEMPTS || !isLostRace(error)) throw translateError(error);
    await setTimeout(2 ** attempt);
    return tryWrite(client, work, attempt + 1);
  }
}
