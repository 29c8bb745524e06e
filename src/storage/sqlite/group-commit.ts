// Writes that wait at the same time share one commit, each in a savepoint of its own: a durable commit costs a
// wait for the disk, whatever it holds.
import type { LastStep, Sql } from '../port.js';
import type { Turn } from '../turn.js';
import type { SqliteConnection } from './sqlite-connection.js';

export interface GroupCommit {
  write<T>(work: (tx: Sql) => Promise<T>, last?: LastStep): Promise<T>;
  /** Resolves when everything handed in so far is committed or refused. */
  settled(): Promise<void>;
}

/** One write that waits. `run` does its work and returns what tells the caller once the group is committed. */
interface Waiting {
  run(tx: Sql): Promise<() => void>;
  reject(error: unknown): void;
  last: LastStep | undefined;
}

const GROUP_SIZE = 100;
const GROUP_MILLISECONDS = 20;

export function createGroupCommit(connection: SqliteConnection, turn: Turn): GroupCommit {
  const queue: Waiting[] = [];
  let draining: Promise<void> | null = null;

  async function drain(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await turn.take(() => commitGroup(connection, queue));
    draining = null;
  }

  return {
    write<T>(work: (tx: Sql) => Promise<T>, last?: LastStep) {
      return new Promise<T>((resolve, reject) => {
        const run = async (tx: Sql) => {
          const value = await work(tx);
          return () => resolve(value);
        };
        queue.push({ run, reject, last });
        draining ??= drain();
      });
    },
    async settled() {
      await draining;
    },
  };
}

async function commitGroup(connection: SqliteConnection, queue: Waiting[]): Promise<void> {
  const taken: Waiting[] = [];
  const answers: (() => void)[] = [];
  try {
    connection.execute('begin immediate');
    const start = performance.now();
    while (queue.length > 0 && taken.length < GROUP_SIZE && performance.now() - start < GROUP_MILLISECONDS) {
      const next = queue.shift()!;
      taken.push(next);
      answers.push(await runInSavepoint(connection, next));
    }
    for (const last of new Set(taken.map((waiting) => waiting.last))) await last?.(connection);
    connection.execute('commit');
  } catch (error) {
    // Nothing of the group is kept. Without a transaction (a locked database) the first in line is told, so that
    // the queue moves on.
    if (connection.inTransaction()) connection.execute('rollback');
    const first = taken.length === 0 ? queue.shift() : undefined;
    for (const waiting of first ? [first] : taken) waiting.reject(error);
    return;
  }
  for (const answer of answers) answer();
}

/** Returns the answer for after the commit. Throws only when the transaction of the group is lost. */
async function runInSavepoint(connection: SqliteConnection, waiting: Waiting): Promise<() => void> {
  connection.execute('savepoint request');
  try {
    const answer = await waiting.run(connection);
    connection.execute('release request');
    return answer;
  } catch (error) {
    if (!connection.inTransaction()) throw error;
    connection.execute('rollback to request');
    connection.execute('release request');
    return () => waiting.reject(error);
  }
}
