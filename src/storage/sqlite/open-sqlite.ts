import type { Sql, Store } from '../port.js';
import { createTurn } from '../turn.js';
import { createGroupCommit } from './group-commit.js';
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
  return {
    dialect: SQLITE_DIALECT,
    read: (work) => turn.take(() => readSnapshot(connection, work)),
    write(work) {
      if (options.readOnly) return Promise.reject(new Error('the store is open for reading only'));
      return groupCommit.write(work);
    },
    async close() {
      await groupCommit.settled();
      await turn.take(async () => connection.close());
    },
  };
}

async function readSnapshot<T>(connection: SqliteConnection, work: (sql: Sql) => Promise<T>): Promise<T> {
  connection.execute('begin');
  try {
    return await work(connection);
  } finally {
    if (connection.inTransaction()) connection.execute('commit');
  }
}
