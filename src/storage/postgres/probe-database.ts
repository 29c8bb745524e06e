// Checks a database before it is used: whether its version and encoding are supported, and whether it is behind a connection pooler.
import { setTimeout } from 'node:timers/promises';
import { DatabaseUnfit } from '../store-errors.js';
import { connectPostgres, type Pooler, type PostgresClient, type PostgresOptions } from './postgres-client.js';
import { translateError, violatesProtocol } from './translate-error.js';

/** Another client of a pooler can take the connection that the probe tries to take away; hardly three times in a row. */
const ATTEMPTS = 3;
/** Milliseconds. A pooler with a single connection runs nothing beside a transaction. */
const PATIENCE = 1000;
const OLDEST = 15;
const ENCODING = 'UTF8';

interface About {
  version: string;
  encoding: string;
}

/**
 * How a pooler limits connections. Rejects with `StoreUnavailable` if the database cannot be reached, and with `DatabaseUnfit` if it is too old
 * or cannot hold all of Unicode.
 */
export async function probeDatabase(options: PostgresOptions): Promise<Pooler> {
  try {
    const refusesSettings = await visit(options);
    const pooler = { refusesSettings, byTransaction: false };
    return { ...pooler, byTransaction: await changesConnections({ ...options, pooler }) };
  } catch (error) {
    throw translateError(error);
  }
}

/** Checks the database, and resolves with whether it can only be reached without settings of ours. */
async function visit(options: PostgresOptions): Promise<boolean> {
  try {
    await checkFit(options);
    return false;
  } catch (error) {
    if (!violatesProtocol(error)) throw error;
    await checkFit({ ...options, pooler: { refusesSettings: true, byTransaction: false } });
    return true;
  }
}

async function checkFit(options: PostgresOptions): Promise<void> {
  const client = connectPostgres({ ...options, connections: 1 });
  try {
    const [about] = await client.unsafe<About[]>(
      "select current_setting('server_version') as version, current_setting('server_encoding') as encoding",
    );
    if (about) refuseUnfit(about);
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** Throws `DatabaseUnfit` for what a database says about itself. */
export function refuseUnfit({ version, encoding }: About): void {
  if (Number.parseInt(version, 10) < OLDEST)
    throw new DatabaseUnfit(`the database is PostgreSQL ${version}; Cairn needs ${OLDEST} or newer`);
  if (encoding !== ENCODING)
    throw new DatabaseUnfit(`the database is encoded in ${encoding}; create one with the encoding ${ENCODING}`);
}

/** Whether a client has another connection of the database while a transaction of another client runs. */
async function changesConnections(options: PostgresOptions): Promise<boolean> {
  const client = connectPostgres({ ...options, connections: 1 });
  const other = connectPostgres({ ...options, connections: 1 });
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const before = await processOf(client);
      let again = Promise.resolve(before);
      const now = await other.begin(async (tx) => {
        await tx.unsafe('select 1');
        again = processOf(client);
        return Promise.race([again, setTimeout(PATIENCE, null)]);
      });
      await again;
      if (now !== before) return true;
    }
    return false;
  } finally {
    await Promise.all([client.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}

/** The process of the database that serves the client. */
async function processOf(client: PostgresClient): Promise<unknown> {
  const [row] = await client.unsafe('select pg_backend_pid() as pid');
  return row?.pid;
}
