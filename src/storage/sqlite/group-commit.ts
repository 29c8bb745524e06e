// Writes that wait at the same time share one commit: a durable commit costs a wait for the disk, whatever it holds. A write
// that fails before it changed anything leaves nothing to undo. When one fails later, the group is undone and the others run
// again, each in a savepoint of its own; a savepoint for each from the start would copy every page that it changes.
// Background work begins a group of its own, which requests may join, and one group of requests is committed between two such
// groups where requests wait: they wait for one piece of background work at most, and a busy server still gets on with it.
import type { LastStep, Sql, WritePriority } from '../port.js';
import type { Turn } from '../turn.js';
import type { RowMemory } from './row-memory.js';
import type { SqliteConnection } from './sqlite-connection.js';

export interface GroupCommit {
  write<T>(work: (tx: Sql) => Promise<T>, last?: LastStep, priority?: WritePriority): Promise<T>;
  /** Resolves when everything handed in so far is committed or refused. */
  settled(): Promise<void>;
}

/** One write that waits. `run` does its work and returns what tells the caller once the group is committed. */
interface Waiting {
  run(tx: Sql): Promise<() => void>;
  reject(error: unknown): void;
  last: LastStep | undefined;
  /** It ran in a group that had to be undone. */
  again: boolean;
}

/** What the last commits tell about the next one. */
interface Pace {
  /** As many write at once. */
  writers: number;
  /** What the last commit took. */
  commitMilliseconds: number;
}

/** The last write of the group failed after it had changed something. */
class MustUndo extends Error {}

const GROUP_SIZE = 100;
const GROUP_MILLISECONDS = 20;
// Waiting for a writer that comes is worth a part of the commit that it would otherwise pay for alone.
const LINGER_SHARE = 0.25;
const LEAST_LINGER_MILLISECONDS = 0.2;
const MOST_LINGER_MILLISECONDS = 1;

export function createGroupCommit(
  connection: SqliteConnection,
  memory: RowMemory,
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

/** Lets in what has come while this thread was busy. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits a moment for the next write: who was answered a moment ago often writes again. */
async function arrival(queue: readonly Waiting[], { commitMilliseconds }: Pace): Promise<void> {
  const linger = Math.max(LEAST_LINGER_MILLISECONDS, commitMilliseconds * LINGER_SHARE);
  const end = performance.now() + Math.min(linger, MOST_LINGER_MILLISECONDS);
  while (queue.length === 0 && performance.now() < end) await nextTurn();
}

/**
 * Goes on as long as writes come while others of the group run, so that those who write at once share one commit. Resolves to
 * how many did.
 */
async function commitGroup(
  connection: SqliteConnection,
  memory: RowMemory,
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
    // Nothing of the group is kept. Without a transaction (a locked database) the first in line is told, so that
    // the queue moves on.
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

/** The writes of an undone group; the last one, which failed, is only told so, once those before it are committed. */
function runAgain(taken: readonly Waiting[], error: unknown): Waiting[] {
  const refuse = ({ reject }: Waiting) => Promise.resolve(() => reject(error));
  return taken.map((waiting, i) => ({
    ...waiting,
    again: true,
    ...(i === taken.length - 1 ? { run: () => refuse(waiting) } : {}),
  }));
}

/** Returns the answer for after the commit. Throws when the group has to be undone, or is lost. */
async function runPlainly(connection: SqliteConnection, memory: RowMemory, waiting: Waiting): Promise<() => void> {
  const before = memory.changes();
  try {
    return await waiting.run(memory.tx);
  } catch (error) {
    if (!connection.inTransaction()) throw error;
    if (memory.changes() !== before) throw new MustUndo('a write in the group failed', { cause: error });
    return () => waiting.reject(error);
  }
}

/** The same; throws only when the transaction of the group is lost. */
async function runInSavepoint(connection: SqliteConnection, memory: RowMemory, waiting: Waiting): Promise<() => void> {
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
