import { setTimeout } from 'node:timers/promises';
import { createLastingMemory } from '../lasting-memory.js';
import type { LastStep, Sql, Store } from '../port.js';
import { listen } from './listen.js';
import { connectPostgres, type PostgresClient, type PostgresOptions } from './postgres-client.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { createSnapshotReader } from './read-snapshot.js';
import { runTransaction } from './run-transaction.js';
import { isLostRace, translateError } from './translate-error.js';

const ATTEMPTS = 5;

/**
 * A store over connections to PostgreSQL. Reads see snapshots; a write is a transaction on a connection of its own, tried again
 * when it lost a race.
 */
export function openPostgres(options: PostgresOptions): Store {
  const client = connectPostgres(options);
  const reader = createSnapshotReader(options, { lasting: createLastingMemory() });
  return {
    dialect: POSTGRES_DIALECT,
    read: reader.read,
    readLong: reader.readAlone,
    write: (work, last) => tryWrite(client, (tx) => inOrder(tx, work, last), 1),
    listen: (listener) => listen(options, listener),
    async close() {
      await Promise.all([reader.close(), client.end({ timeout: 5 })]);
    },
  };
}

/** The work, the last step, and then what was put off to the end: nothing waits for a lock behind that. */
async function inOrder<T>(tx: Sql, work: (tx: Sql) => Promise<T>, last: LastStep | undefined): Promise<T> {
  const ends: (() => Promise<void>)[] = [];
  const value = await work({ ...tx, atEnd: (step) => void ends.push(step) });
  await last?.(tx);
  for (const end of ends) await end();
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
