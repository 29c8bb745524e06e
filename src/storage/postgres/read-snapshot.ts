// Reads in snapshots. Those that come at the same moment share one, as to begin and to end it costs as much as a small read;
// `begin` travels together with the first statement and nobody waits for `commit`, so there are no more round trips than
// statements.
import { type Sql, StoreUnavailable } from '../port.js';
import type { PostgresOptions } from './postgres-client.js';
import { createReadLines, type Line } from './read-lines.js';
import { createSnapshotMemory } from './snapshot-memory.js';
import { sqlOver } from './sql-over.js';
import { failedBefore, translateError } from './translate-error.js';

const BEGIN = 'begin isolation level repeatable read read only';

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
  const lines = createReadLines(options);
  const memory = createSnapshotMemory();
  let waiting: Reader[] = [];
  let gathering = false;

  async function open(together: readonly Reader[], line: Line): Promise<void> {
    const { sql, lost, end } = openSnapshot(line);
    const given: Sql = { ...sql, ...shared };
    await Promise.all(together.map(({ run }) => run(given, lost)));
    end();
    lines.give(line);
  }

  /** Shares out those who wait among the lines that are free. */
  function shareOut(): void {
    gathering = false;
    while (waiting.length > 0) {
      const line = lines.tryTake();
      if (line === null) return;
      const size = Math.ceil(waiting.length / (lines.left() + 1));
      const together = waiting.slice(0, size);
      waiting = waiting.slice(size);
      void open(together, line);
    }
  }

  function gather(): void {
    if (gathering || waiting.length === 0) return;
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
    const { sql, lost, end } = openSnapshot(line);
    try {
      return await Promise.race([work({ ...sql, ...shared, kept: memory.of(sql) }), lost]);
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

function openSnapshot(line: Line) {
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
  const send = (text: string) => client.unsafe(text, [], { prepare: true });
  send(BEGIN).catch(lose);
  return {
    sql: sqlOver(client, guard),
    lost,
    /** The line is free at once: what the next read sends comes behind. After a failure, `commit` undoes. */
    end(): void {
      over = true;
      line.lose = null;
      send('commit').catch(() => {});
    },
  };
}
