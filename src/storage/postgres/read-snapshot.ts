// Reads in snapshots. Those that come at the same moment share one, as to begin and to end it costs as much as a small read;
// `begin` travels together with the first statement and nobody waits for `commit`, so there are no more round trips than
// statements. Reads that come while a snapshot is being taken wait for that and share the next.
import { type Sql, StoreUnavailable } from '../port.js';
import type { PostgresOptions } from './postgres-client.js';
import { createReadLines, type Line } from './read-lines.js';
import { BEGIN_SNAPSHOT, createSnapshotCache, type SnapshotCache, type StateCache } from './snapshot-cache.js';
import { sqlOver } from './sql-over.js';
import { failedBefore, translateError } from './translate-error.js';

/** So many reads share a snapshot before another connection takes some of them. */
const LEAST_TOGETHER = 8;
/** Milliseconds; a snapshot that takes longer keeps nobody waiting. */
const PATIENCE = 20;

export interface SnapshotReader {
  /** In a snapshot that begins after this call, beside the work of others. `work` may be run again after a failure of theirs. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** In a snapshot of its own: what takes long keeps nobody waiting. What it asks for is cached until somebody commits. */
  readAlone<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Refuses further reads, waits for those under way, and closes. */
  close(): Promise<void>;
}

interface Reader {
  run(sql: Sql, lost: Promise<never>): Promise<void>;
  reject(error: unknown): void;
}

/** `shared` goes into what every read is given. */
export function createSnapshotReader(options: PostgresOptions, shared: Partial<Sql>): SnapshotReader {
  const cache = createSnapshotCache();
  const lines = createReadLines(options, cache.clear);
  let waiting: Reader[] = [];
  let gathering = false;
  let opening = 0;

  async function open(together: readonly Reader[], line: Line): Promise<void> {
    const { sql, lost, taken, end } = openSnapshot(line, cache);
    const given: Sql = { ...sql, ...shared };
    holdOthers(taken);
    await Promise.all(together.map(({ run }) => run(given, lost)));
    end();
    lines.give(line);
  }

  /** Who comes before the snapshot is there would share it in vain: it may be older than what they were told of. */
  function holdOthers(taken: Promise<unknown>): void {
    let counted = true;
    opening += 1;
    const letGo = () => {
      clearTimeout(timer);
      if (!counted) return;
      counted = false;
      opening -= 1;
      gather();
    };
    const timer = setTimeout(letGo, PATIENCE);
    taken.then(letGo, letGo);
  }

  /** Shares out those who wait among the lines that are free. */
  function shareOut(): void {
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
    setImmediate(shareOut); // by then everything that the sockets hold is waiting
  }
  lines.onFree(gather);

  function read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async (sql: Sql, lost: Promise<never>) => {
        try {
          resolve(await Promise.race([work(sql), lost]));
        } catch (error) {
          // Who shares a snapshot shares its end.
          if (failedBefore(error)) readAlone(work).then(resolve, reject);
          else reject(error);
        }
      };
      if (lines.closed()) return reject(closedError());
      waiting.push({ run, reject });
      gather();
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
    for (const { reject } of waiting.splice(0)) reject(closedError());
  }

  return { read, readAlone, close };
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
    // The client would open a new connection, which knows of no snapshot.
    if (over || line.losses !== before)
      throw new StoreUnavailable('the database cannot be used: the connection of a read was lost');
  };
  const taken = client.unsafe(BEGIN_SNAPSHOT).then(stateOf).then(cache.enter);
  taken.catch(lose);
  return {
    sql: { ...sqlOver(client, guard), ...keeping(taken) },
    lost,
    /** Resolves when the snapshot is there, to what is cached of the state that it shows. */
    taken,
    /** The line is free at once: what the next read sends comes behind. After a failure, `commit` undoes. */
    end(): void {
      over = true;
      line.lose = null;
      client.unsafe('commit').catch(() => {});
    },
  };
}

/** Of the answers to `begin` and to the statement behind it. */
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
