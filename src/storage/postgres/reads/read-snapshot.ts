// Reads in snapshots. Concurrent reads share one, because beginning and ending it costs as much as a small read.
// Reads that arrive while a snapshot is being taken wait for that and share the next one.
import type { Sql } from '../../port.js';
import { StoreUnavailable } from '../../store-errors.js';
import type { PostgresOptions } from '../postgres-client.js';
import { failedBefore } from '../translate-error.js';
import { type FirstStatement, type OpenSnapshot, openSnapshot } from './open-snapshot.js';
import { createReadLines, type Line, type ReadLines } from './read-lines.js';
import { createSnapshotCache } from './snapshot-cache.js';

/** Up to this many reads share a snapshot before another connection takes some of them. */
const LEAST_TOGETHER = 8;
/** Milliseconds; a snapshot that takes longer does not block other reads. */
const PATIENCE = 20;

export interface SnapshotReader {
  /**
   * Runs in a snapshot that begins after this call, shared with others. `work` may be retried after another's failure.
   */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Runs in a snapshot of its own: for long reads, which would delay others. Cached values are valid until the next
   * commit.
   */
  readAlone<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Rejects further reads, waits for those in progress, and closes the connections. */
  close(): Promise<void>;
}

interface Reader {
  run(snapshot: Pick<OpenSnapshot, 'run'>): Promise<void>;
  reject(error: unknown): void;
}

/** `shared` is merged into the connection that every read receives. */
export function createSnapshotReader(
  options: PostgresOptions,
  shared: Partial<Sql>,
  cacheSize?: number,
): SnapshotReader {
  const cache = createSnapshotCache(cacheSize);
  const lines = createReadLines(options, cache.clear);
  const queue = createQueue(lines, open);
  const guess = createGuess();
  const guessAlone = createGuess();

  async function open(together: readonly Reader[], line: Line): Promise<void> {
    const snapshot = openSnapshot(line, cache, guess.next(), shared);
    queue.holdUntil(snapshot.taken);
    await Promise.all(together.map(({ run }) => run(snapshot)));
    guess.learn(snapshot.end());
    lines.give(line);
  }

  function read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run: Reader['run'] = async (snapshot) => {
        try {
          resolve(await snapshot.run(work));
        } catch (error) {
          // An error ends the snapshot for all reads that share it.
          if (failedBefore(error)) readAlone(work).then(resolve, reject);
          else reject(error);
        }
      };
      if (lines.closed()) return reject(closedError());
      queue.add({ run, reject });
    });
  }

  async function readAlone<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    if (lines.closed()) throw closedError();
    const line = await lines.take();
    const snapshot = openSnapshot(line, cache, guessAlone.next(), shared);
    try {
      return await snapshot.run(work);
    } finally {
      guessAlone.learn(snapshot.end());
      lines.give(line);
    }
  }

  async function close(): Promise<void> {
    await lines.close();
    queue.close();
  }

  return { read, readAlone, close };
}

/** The next reads need what the last ones needed: a snapshot to load from, or only the state that their caches are of. */
function createGuess() {
  let first: FirstStatement = 'snapshot';
  return {
    next: () => first,
    learn(hasLoaded: boolean): void {
      first = hasLoaded ? 'snapshot' : 'state';
    },
  };
}

/** The reads that wait for a snapshot; `open` runs some of them together on a line. */
function createQueue(lines: ReadLines, open: (together: readonly Reader[], line: Line) => Promise<void>) {
  let waiting: Reader[] = [];
  let gathering = false;
  let opening = 0;

  /** Distributes the waiting reads over the idle lines. */
  function distribute(): void {
    gathering = false;
    if (opening > 0) return;
    while (waiting.length > 0) {
      const line = lines.tryTake();
      if (line === null) return;
      const size = Math.max(LEAST_TOGETHER, Math.ceil(waiting.length / (lines.left() + 1)));
      const together = waiting.slice(0, size);
      waiting = waiting.slice(size);
      void open(together, line);
    }
  }

  function gather(): void {
    if (gathering || opening > 0 || waiting.length === 0) return;
    gathering = true;
    setImmediate(distribute); // after all pending socket data was processed
  }
  lines.onFree(gather);

  return {
    add(reader: Reader): void {
      waiting.push(reader);
      gather();
    },
    /**
     * Holds back further reads while a snapshot is being taken. They must not share it: it may be older than what
     * their client has seen confirmed.
     */
    holdUntil(taken: Promise<unknown>): void {
      let counted = true;
      opening += 1;
      const release = () => {
        clearTimeout(timer);
        if (!counted) return;
        counted = false;
        opening -= 1;
        gather();
      };
      const timer = setTimeout(release, PATIENCE);
      taken.then(release, release);
    },
    close(): void {
      for (const { reject } of waiting.splice(0)) reject(closedError());
    },
  };
}

function closedError(): StoreUnavailable {
  return new StoreUnavailable('the database cannot be used: it is closed');
}
