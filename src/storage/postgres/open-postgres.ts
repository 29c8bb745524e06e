import { setTimeout } from 'node:timers/promises';
import { createConnectionValues } from '../connection-values.js';
import type { LastStep, Sql, Store } from '../port.js';
import { StoreUnavailable } from '../store-errors.js';
import { parseTarget } from './connection-url.js';
import { listen, notListening } from './listen.js';
import { withOwnRows } from './own-rows.js';
import { connectPostgres, type PostgresClient, type PostgresOptions } from './postgres-client.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { createSnapshotReader } from './reads/read-snapshot.js';
import { runTransaction, type Work } from './run-transaction.js';
import { isLostRace, translateError } from './translate-error.js';

const ATTEMPTS = 8;

/**
 * A store over connections to PostgreSQL. Reads see snapshots; a write is a transaction on its own connection, retried
 * after a serialization conflict. `cacheSize`: what reads cache, in characters.
 */
export function openPostgres(given: PostgresOptions, cacheSize?: number): Store {
  const options = { ...given, target: parseTarget(given.url) };
  const client = connectPostgres(options);
  const reader = createSnapshotReader(options, { lasting: createConnectionValues() }, cacheSize);
  return {
    dialect: POSTGRES_DIALECT,
    read: reader.read,
    readLong: reader.readAlone,
    write: (work, last) => tryWrite(client, (tx) => inOrder(tx, work, last), 1),
    listen: (listener) => (options.pooler?.byTransaction ? notListening(listener) : listen(options, listener)),
    async close() {
      await Promise.all([reader.close(), client.end({ timeout: 5 })]);
    },
  };
}

/** The work, the last step, then the deferred steps: nothing takes a lock after those. */
async function inOrder<T>(plain: Sql, work: (tx: Sql) => Promise<T>, last: LastStep | undefined): Promise<Work<T>> {
  const ends: (() => Promise<void>)[] = [];
  const sent: Promise<unknown>[] = [];
  const own = withOwnRows(plain);
  const later: Required<Sql>['later'] = (text, params, only) => {
    const answer = own.run(text, params, only);
    answer.catch(() => {});
    sent.push(answer);
  };
  const tx: Sql = { ...own, later };
  const value = await work({ ...tx, atEnd: (step) => void ends.push(step) });
  await last?.(tx);
  for (const end of ends) await end();
  return { value, sent };
}

async function tryWrite<T>(client: PostgresClient, work: (tx: Sql) => Promise<Work<T>>, attempt: number): Promise<T> {
  try {
    return await runTransaction(client, work);
  } catch (error) {
    if (!isLostRace(error)) throw translateError(error);
    if (attempt >= ATTEMPTS) {
      const message = 'the database is unavailable: other writes of the same rows came first again and again';
      throw new StoreUnavailable(message, { cause: error });
    }
    await setTimeout(2 ** attempt);
    return tryWrite(client, work, attempt + 1);
  }
}
