import { createConnectionValues } from '../connection-values.js';
import type { Sql, Store } from '../port.js';
import { createReaderCache } from '../reader-cache.js';
import { createTurn } from '../turn.js';
import { connectSqlite, type SqliteConnection, type SqliteOptions } from './sqlite-connection.js';

/** Maximum size of its cache, in characters. */
const REMEMBERED = 8_000_000;

/** A connection for long reads, one after the other; opened on first use. */
export function openSecondReader(options: SqliteOptions): Pick<Store, 'read' | 'close'> {
  const turn = createTurn();
  const memory = createReaderCache(REMEMBERED);
  let opened: { connection: SqliteConnection; reader: Sql } | null = null;

  function open() {
    const connection = connectSqlite(options);
    return { connection, reader: { ...connection, lasting: createConnectionValues(), kept: memory.kept } };
  }

  return {
    read: (work) =>
      turn.take(async () => {
        opened ??= open();
        const { connection, reader } = opened;
        connection.execute('begin');
        try {
          memory.enter((await connection.get<{ data_version: number }>('pragma data_version'))!.data_version);
          return await work(reader);
        } finally {
          if (connection.inTransaction()) connection.execute('commit');
        }
      }),
    close: () => turn.take(async () => opened?.connection.close()),
  };
}
