import type { Store } from './port.js';
import { openPostgres } from './postgres/open-postgres.js';
import { probeDatabase } from './postgres/probe-database.js';
import { openSqlite } from './sqlite/open-sqlite.js';

export interface StoreOptions {
  /** `postgres://…` for a PostgreSQL server; null for the embedded database. */
  databaseUrl: string | null;
  /** File of the embedded database. */
  path: string;
  /** Pool size on PostgreSQL. */
  connections?: number;
  /** Maximum size of the cache for reads on PostgreSQL, in characters. */
  cacheSize?: number;
  /** Embedded only: opens a second connection, beside the one that writes. */
  readOnly?: boolean;
  /** Embedded only: page cache of the connection, in kilobytes. */
  cacheKilobytes?: number;
  /** Embedded only: the checkpointer program (`createCheckpoints`); without it, commits run the checkpoints. */
  checkpointer?: URL;
  /** Embedded only: fails if another process uses the database (`claimDatabase`). */
  alone?: boolean;
}

/** Opens the database that the configuration names. */
export async function openStore({ databaseUrl, connections, cacheSize, ...embedded }: StoreOptions): Promise<Store> {
  if (databaseUrl === null) return openSqlite(embedded);
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Error('the database URL must start with postgres://');
  const options = { url: databaseUrl, ...(connections ? { connections } : {}) };
  return openPostgres({ ...options, pooler: await probeDatabase(options) }, cacheSize);
}
