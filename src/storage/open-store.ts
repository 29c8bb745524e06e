import type { Store } from './port.js';
import { openPostgres } from './postgres/open-postgres.js';
import { openSqlite } from './sqlite/open-sqlite.js';

export interface StoreOptions {
  /** `postgres://…` for a PostgreSQL server; null for the embedded database. */
  databaseUrl: string | null;
  /** File of the embedded database. */
  path: string;
  /** Size of the pool on PostgreSQL. */
  connections?: number;
  /** Embedded only: a connection beside the one that writes. */
  readOnly?: boolean;
  /** Embedded only: page cache of the connection. */
  cacheKilobytes?: number;
  /** Embedded only: the program that copies commits into the file (`createCheckpoints`); without it, commits do. */
  checkpointer?: URL;
  /** Embedded only: this process is to be the one that serves it (`claimDatabase`). */
  alone?: boolean;
}

/** Opens the store that the configuration names. */
export function openStore({ databaseUrl, connections, ...embedded }: StoreOptions): Store {
  if (databaseUrl === null) return openSqlite(embedded);
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Error('the database URL must start with postgres://');
  return openPostgres({ url: databaseUrl, ...(connections ? { connections } : {}) });
}
