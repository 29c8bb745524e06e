import { createConnectionValues } from '../connection-values.js';
import type { Sql, Store } from '../port.js';
import { createReaderCache } from '../reader-cache.js';
import { createTurn } from '../turn.js';
import { createCheckpoints, LONG_LOG } from './checkpoints.js';
import { checkDatabase, findDamage } from './files/check-database.js';
import { claimDatabase } from './files/claim-database.js';
import { explaining, refuseUnwritable } from './files/explaining.js';
import { inspectFile } from './files/inspect-file.js';
import { createGroupCommit } from './group-commit.js';
import { noticeOthers } from './notice-others.js';
import { openSecondReader } from './open-second-reader.js';
import { createQueryCache } from './query-cache.js';
import { createSharedSnapshots } from './shared-snapshots.js';
import { connectLater, connectSqlite, type SqliteOptions } from './sqlite-connection.js';
import { SQLITE_DIALECT } from './sqlite-dialect.js';

export interface OpenSqliteOptions extends SqliteOptions {
  /** The program of `createCheckpoints`. */
  checkpointer?: URL;
  /** Throws `DatabaseInUse` if another process has claimed it. */
  alone?: boolean;
  /** Fails a query that reads a table which its cached value does not declare. For tests. */
  checkReads?: boolean;
}

/**
 * A store over one SQLite connection. Groups of reads and groups of writes alternate on it, so `work` must wait only
 * for its own statements and must not call the same store again.
 */
export function openSqlite({ checkpointer, alone, checkReads = false, ...options }: OpenSqliteOptions): Store {
  if (!options.readOnly) {
    inspectFile(options.path);
    refuseUnwritable(options.path);
  }
  const claim = alone ? explaining(options.path, () => claimDatabase(options.path)) : null;
  const checkpoints = checkpointer ? createCheckpoints(checkpointer, options) : null;
  // A database that is only read may be created by another connection later.
  const connection = options.readOnly
    ? connectLater(options)
    : explaining(options.path, () => connectSqlite({ ...options, ...(checkpoints ? { logPages: LONG_LOG } : {}) }));
  const turn = createTurn();
  const rows = createQueryCache(connection, { checkReads });
  const groupCommit = createGroupCommit(connection, rows, turn, () => checkpoints?.committed());
  // For a writing connection, `data_version` does not change with its own commits.
  const memory = options.readOnly ? createReaderCache() : null;
  const reader: Sql = { ...connection, lasting: createConnectionValues(), ...(memory ? { kept: memory.kept } : {}) };
  const snapshots = createSharedSnapshots({ connection, reader, memory, turn });
  const beside = options.readOnly ? openSecondReader(options) : null;
  return {
    dialect: SQLITE_DIALECT,
    read: snapshots.read,
    ...(beside ? { readLong: beside.read } : {}),
    write(work, last, priority) {
      if (options.readOnly) return Promise.reject(new Error('the store is open read-only'));
      return groupCommit.write(work, last, priority);
    },
    ...(options.readOnly ? {} : { listen: (listener) => noticeOthers(connection, turn, listener) }),
    findDamage: (most) => turn.take(() => findDamage(connection, most)),
    inspect: () => turn.take(() => checkDatabase(options.path, connection)),
    async close() {
      await snapshots.taken();
      await groupCommit.settled();
      await checkpoints?.close();
      await turn.take(async () => connection.close());
      await beside?.close();
      claim?.release();
    },
  };
}
