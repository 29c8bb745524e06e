// Group commit: writes that wait at the same time share one commit, because a durable commit costs a disk flush
// whatever its size. A write that fails before it changed anything leaves nothing to roll back. If one fails later,
// the group is rolled back and the others are retried, each in its own savepoint; savepoints from the start would copy
// every page that a write changes. Background work starts its own group, which requests may join, and while requests
// wait, a group of requests is committed between two such groups: a request waits for at most one piece of background
// work, and background work still progresses on a busy server.
import type { LastStep, Sql, WritePriority } from '../port.js';
import type { Turn } from '../turn.js';
import type { QueryCache } from './query-cache.js';
import type { SqliteConnection } from './sqlite-connection.js';

export interface GroupCommit {
  write<T>(work: (tx: Sql) => Promise<T>, last?: LastStep, priority?: WritePriority): Promise<T>;
  /** Resolves when all writes submitted so far are committed or rejected. */
  settled(): Promise<void>;
}

/** A queued write. `run` does its work and returns a callback that notifies the caller after the commit. */
interface Waiting {
  run(tx: Sql): Promise<() => void>;
  reject(error: unknown): void;
  last: LastStep | undefined;
  /** It was part of a group that was rolled back. */
  again: boolean;
}

/** What the last commits predict about the next one. */
interface Pace {
  /** Number of concurrent writers. */
  writers: number;
  /** Duration of the last commit. */
  commitMilliseconds: number;
}

/** The last write of the group failed after it had changed something, so the group must be rolled back. */
class MustUndo extends Error {}

const GROUP_SIZE = 100;
const GROUP_MILLISECONDS = 20;
// The share of a commit's cost that is worth waiting for a writer that would otherwise pay for a commit alone.
const LINGER_SHARE = 0.25;
const LEAST_LINGER_MILLISECONDS = 0.2;
const MOST_LINGER_MILLISECONDS = 1;

export function createGroupCommit(
  connection: SqliteConnection,
  memory: QueryCache,
  turn: Turn,
  committed: () => void,
): GroupCommit {
  const queue: Waiting[] = [];
  const background: Waiting[] = [];
  let requestsAreNext = true;
  let draining: Promise<void> | null = null;
  const pace: Pace = { writers: 0, commitMilliseconds: 0 };

  async function drain(): Promise<void> {
    await nextTurn();
    while (queue.length > 0 || background.length > 0) {
      await turn.take(async () => {
        const aside = queue.length === 0 || !requestsAreNext ? background.shift() : undefined;
        requestsAreNext = aside !== undefined || background.length === 0;
        if (aside) queue.unshift(aside);
        pace.writers = await commitGroup(connection, memory, { queue, pace }, committed);
      });
      await nextTurn();
      pace.writers += queue.length;
    }
    draining = null;
  }

  return {
    write<T>(work: (tx: Sql) => Promise<T>, last?: LastStep, priority: WritePriority = 'request') {
      return new Promise<T>((resolve, reject) => {
        const run = async (tx: Sql) => {
          const value = await work(tx);
          return () => resolve(value);
        };
        (priority === 'request' ? queue : background).push({ run, reject, last, again: false });
        draining ??= drain();
      });
    },
    async settled() {
      await draining;
    },
  };
}

/** Yields to the event loop once, to receive writes that arrived while the thread was busy. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits briefly for the next write: a client that was just answered often writes again. */
async function arrival(queue: readonly Waiting[], { commitMilliseconds }: Pace): Promise<void> {
  const linger = Math.max(LEAST_LINGER_MILLISECONDS, commitMilliseconds * LINGER_SHARE);
  const end = performance.now() + Math.min(linger, MOST_LINGER_MILLISECONDS);
  while (queue.length === 0 && performance.now() < end) await nextTurn();
}

/**
 * Continues as long as writes arrive while others of the group run, so that concurrent writes share one commit.
 * Resolves to their number.
 */
async function commitGroup(
  connection: SqliteConnection,
  memory: QueryCache,
  { queue, pace }: { queue: Waiting[]; pace: Pace },
  committed: () => void,
): Promise<number> {
  const taken: Waiting[] = [];
  const answers: (() => void)[] = [];
  try {
    connection.execute('begin immediate');
    await memory.enter();
    const start = performance.now();
    while (taken.length < GROUP_SIZE && performance.now() - start < GROUP_MILLISECONDS) {
      if (queue.length === 0) await nextTurn();
      if (queue.length === 0 && taken.length < pace.writers) await arrival(queue, pace);
      const next = queue.shift();
      if (next === undefined) break;
      taken.push(next);
      answers.push(await (next.again ? runInSavepoint : runPlainly)(connection, memory, next));
    }
    for (const last of new Set(taken.map((waiting) => waiting.last))) await last?.(memory.tx);
    const began = performance.now();
    connection.execute('commit');
    pace.commitMilliseconds = performance.now() - began;
  } catch (error) {
    // The whole group is rolled back. If no transaction could begin (a locked database), the first write is rejected,
    // so that the queue makes progress.
    memory.forget();
    if (connection.inTransaction()) connection.execute('rollback');
    if (error instanceof MustUndo) {
      queue.unshift(...runAgain(taken, error.cause));
      return taken.length;
    }
    const first = taken.length === 0 ? queue.shift() : undefined;
    for (const waiting of first ? [first] : taken) waiting.reject(error);
    return taken.length;
  }
  for (const answer of answers) answer();
  committed();
  return taken.length;
}

/**
 * Requeues the writes of a rolled back group; the last one, which failed, is only rejected, after those before it are
 * committed.
 */
function runAgain(taken: readonly Waiting[], error: unknown): Waiting[] {
  const refuse = ({ reject }: Waiting) => Promise.resolve(() => reject(error));
  return taken.map((waiting, i) => ({
    ...waiting,
    again: true,
    ...(i === taken.length - 1 ? { run: () => refuse(waiting) } : {}),
  }));
}

/** Returns the callback to run after the commit. Throws if the group has to be rolled back, or is lost. */
async function runPlainly(connection: SqliteConnection, memory: QueryCache, waiting: Waiting): Promise<() => void> {
  const before = memory.changes();
  try {
    return await waiting.run(memory.tx);
  } catch (error) {
    if (!connection.inTransaction()) throw error;
    if (memory.changes() !== before) throw new MustUndo('a write in the group failed', { cause: error });
    return () => waiting.reject(error);
  }
}

/** The same in a savepoint; throws only if the transaction of the group is lost. */
async function runInSavepoint(connection: SqliteConnection, memory: QueryCache, waiting: Waiting): Promise<() => void> {
  connection.execute('savepoint request');
  try {
    const answer = await waiting.run(memory.tx);
    connection.execute('release request');
    return answer;
  } catch (error) {
    memory.forget();
    if (!connection.inTransaction()) throw error;
    connection.execute('rollback to request');
    connection.execute('release request');
    return () => waiting.reject(error);
  }
}
