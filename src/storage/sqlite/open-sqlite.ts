import type { Sql, Store } from '../port.js';
import { createTurn } from '../turn.js';
import { createGroupCommit } from './group-commit.js';
import { createReaderMemory, type ReaderMemory } from './reader-memory.js';
import { connectSqlite, type SqliteConnection, type SqliteOptions } from './sqlite-connection.js';
import { SQLITE_DIALECT } from './sqlite-dialect.js';

/**
 * A store over one SQLite connection. Reads and groups of writes take turns on it, so `work` must wait for
 * nothing but its own statements, and must not call the same store again.
 */
export function openSqlite(options: SqliteOptions): Store {
  const connection = connectSqlite(options);
  const turn = createTurn();
  const groupCommit = createGroupCommit(connection, turn);
  // A connection that writes does not see its own commits in the version of the data.
  const memory = options.readOnly ? createReaderMemory() : null;
  const reader: Sql = memory ? { ...connection, kept: memory.kept } : connection;
  return {
    dialect: SQLITE_DIALECT,
    read: (work) => turn.take(() => readSnapshot(connection, memory, () => work(reader))),
    write(work, last) {
      if (options.readOnly) return Promise.reject(new Error('the store is open for reading only'));
      return groupCommit.write(work, last);
    },
    async close() {
      await groupCommit.settled();
      await turn.take(async () => connection.close());
    },
  };
}

async function readSnapshot<T>(
  connection: SqliteConnection,
  memory: ReaderMemory | null,
  work: () => Promise<T>,
): Promise<T> {
  connection.execute('begin');
  try {
    if (memory) memory.enter((await connection.get<{ data_version: number }>('pragma data_version'))!.data_version);
    return await work();
  } finally {
    if (connection.inTransaction()) connection.execute('commit');
  }
}
