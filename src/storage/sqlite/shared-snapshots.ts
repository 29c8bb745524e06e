// Concurrent reads share one snapshot: beginning it, checking for commits and ending it cost as much as a small read.
import type { Sql } from '../port.js';
import type { ReaderCache } from '../reader-cache.js';
import type { Turn } from '../turn.js';
import type { SqliteConnection } from './sqlite-connection.js';

export interface SharedSnapshots {
  /** Runs `work` in a snapshot that begins after this call, shared with others. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Resolves when all reads requested so far have their snapshot or wait for their turn. */
  taken(): Promise<void>;
}

export interface SnapshotDeps {
  connection: SqliteConnection;
  /** The connection that reads receive. */
  reader: Sql;
  /** The cache of `reader` across snapshots; null for none. */
  memory: ReaderCache | null;
  turn: Turn;
}

interface Waiting {
  run(): Promise<void>;
  reject(error: unknown): void;
}

export function createSharedSnapshots({ connection, reader, memory, turn }: SnapshotDeps): SharedSnapshots {
  let waiting: Waiting[] = [];

  async function open(): Promise<void> {
    const together = waiting;
    waiting = [];
    try {
      connection.execute('begin');
      if (memory) memory.enter((await connection.get<{ data_version: number }>('pragma data_version'))!.data_version);
      await Promise.all(together.map(({ run }) => run()));
      if (connection.inTransaction()) connection.execute('commit');
    } catch (error) {
      if (connection.inTransaction()) connection.execute('rollback');
      for (const { reject } of together) reject(error);
    }
  }

  return {
    read<T>(work: (sql: Sql) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        const run = async () => {
          try {
            resolve(await work(reader));
          } catch (error) {
            reject(error);
          }
        };
        waiting.push({ run, reject });
        // After all pending socket data was processed.
        if (waiting.length === 1) setImmediate(() => void turn.take(open));
      });
    },
    taken: () => (waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve))),
  };
}
