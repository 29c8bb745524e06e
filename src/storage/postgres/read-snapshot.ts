// Reads in snapshots. Concurrent reads share one, because beginning and ending it costs as much as a small read.
// `begin` is sent together with the first statement and nobody waits for `commit`, so there are no extra round trips.
// Reads that arrive while a snapshot is being taken wait for that and share the next one.
import { type Sql, StoreUnavailable } from '../port.js';
import { createGatherer } from './gather.js';
import type { PostgresOptions } from './postgres-client.js';
import { createReadLines, type Line, type ReadLines } from './read-lines.js';
import { BEGIN_SNAPSHOT, createSnapshotCache, type SnapshotCache, type StateCache } from './snapshot-cache.js';
import { sqlOver } from './sql-over.js';
import { failedBefore, translateError } from './translate-error.js';

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
  run(sql: Sql, lost: Promise<never>): Promise<void>;
  reject(error: unknown): void;
}

/** `shared` is merged into the connection that every read receives. */
export function createSnapshotReader(options: PostgresOptions, shared: Partial<Sql>): SnapshotReader {
  const cache = createSnapshotCache();
  const lines = createReadLines(options, cache.clear);
  const queue = createQueue(lines, open);

  async function open(together: readonly Reader[], line: Line): Promise<void> {
    const { sql, lost, taken, end } = openSnapshot(line, cache);
    const given: Sql = { ...sql, ...shared };
    queue.holdUntil(taken);
    await Promise.all(together.map(({ run }) => run(given, lost)));
    end();
    lines.give(line);
  }

  function read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async (sql: Sql, lost: Promise<never>) => {
        try {
          resolve(await Promise.race([work(sql), lost]));
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
    const { sql, lost, end } = openSnapshot(line, cache);
    try {
      return await Promise.race([work({ ...sql, ...shared }), lost]);
    } finally {
      end();
      lines.give(line);
    }
  }

  async function close(): Promise<void> {
    await lines.close();
    queue.close();
  }

  return { read, readAlone, close };
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

function openSnapshot(line: Line, cache: SnapshotCache) {
  const { client } = line;
  const before = line.losses;
  let over = false;
  let lose = (_: unknown) => {};
  const lost = new Promise<never>((_, reject) => {
    lose = (error) => reject(translateError(error));
  });
  lost.catch(() => {});
  line.lose = lose;
  const guard = () => {
    // The client would open a new connection, outside of the snapshot.
    if (over || line.losses !== before)
      throw new StoreUnavailable('the database cannot be used: the connection of a read was lost');
  };
  const taken = client.unsafe(BEGIN_SNAPSHOT).then(stateOf).then(cache.enter);
  taken.catch(lose);
  return {
    sql: { ...sqlOver(client, guard), ...keeping(taken), ...createGatherer() },
    lost,
    /** Resolves when the snapshot exists, to the cache of the state it shows. */
    taken,
    /**
     * The line is available at once: the next read's statements queue after the commit. After a failure, `commit`
     * rolls back.
     */
    end(): void {
      over = true;
      line.lose = null;
      client.unsafe('commit').catch(() => {});
    },
  };
}

/** Extracts the snapshot's state from the results of `begin` and the statement after it. */
function stateOf(answers: unknown): string {
  const [, rows] = answers as [unknown, { state: string }[]];
  return rows[0]?.state ?? '';
}

function keeping(taken: Promise<StateCache | null>): Required<Pick<Sql, 'kept'>> {
  return {
    async kept(name, load, weigh) {
      const cached = await taken;
      return cached === null ? load() : cached.kept(name, load, weigh);
    },
  };
}
