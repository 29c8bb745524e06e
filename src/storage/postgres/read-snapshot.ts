// Reads, each in one snapshot on a line (a connection) of its own. `begin` travels together with the first statement and
// nobody waits for `commit`, so a read takes no more round trips than its statements do. A line is a client of one
// connection: what is sent through it stays in order, and nothing but reads can meet on it.
import { setTimeout } from 'node:timers/promises';
import { type Sql, StoreUnavailable } from '../port.js';
import { connectPostgres, type PostgresClient, type PostgresOptions } from './postgres-client.js';
import { sqlOver } from './sql-over.js';
import { translateError } from './translate-error.js';

const CLOSE_MS = 5000;
const BEGIN = 'begin isolation level repeatable read read only';

export interface SnapshotReader {
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Refuses further reads, waits for those under way, and closes. */
  close(): Promise<void>;
}

interface Line {
  client: PostgresClient;
  /** Counts connections that were lost, so that a read sees that its own was. */
  losses: number;
  /** Hears of a loss while a read is under way. */
  lose: ((error: unknown) => void) | null;
}

/** As many reads run at once as there may be connections. `shared` goes into what every read is given. */
export function createSnapshotReader(options: PostgresOptions, shared: Partial<Sql>): SnapshotReader {
  const lines = createLines(options);
  return {
    async read(work) {
      const line = await lines.take();
      const { sql, lost, end } = openSnapshot(line);
      try {
        const value = await Promise.race([work({ ...sql, ...shared }), lost]);
        void end('commit').then(() => lines.give(line));
        return value;
      } catch (error) {
        void end('rollback').then(() => lines.give(line));
        throw error;
      }
    },
    close: lines.close,
  };
}

function openSnapshot(line: Line) {
  const { client } = line;
  const before = line.losses;
  let over = false;
  const lost = new Promise<never>((_, reject) => {
    line.lose = (error) => reject(translateError(error));
  });
  lost.catch(() => {});
  const guard = () => {
    // The client would open a new connection, which knows of no snapshot.
    if (over || line.losses !== before)
      throw new StoreUnavailable('the database cannot be used: the connection of a read was lost');
  };
  const send = (text: string) => client.unsafe(text, [], { prepare: true });
  send(BEGIN).catch((error: unknown) => line.lose?.(error));
  return {
    sql: sqlOver(client, guard),
    lost,
    /** Behind all that was sent before. */
    async end(how: 'commit' | 'rollback'): Promise<void> {
      over = true;
      line.lose = null;
      await send(how).catch(() => {});
    },
  };
}

function createLines(options: PostgresOptions) {
  const lines: Line[] = [];
  const free: Line[] = [];
  const waiting: ((line: Line) => void)[] = [];
  const most = options.connections ?? 10;
  let allFree = () => {};
  let closed = false;

  function open(): Line {
    const lose = () => {
      line.losses += 1;
      line.lose?.(new StoreUnavailable('the database cannot be used: the connection of a read was lost'));
    };
    const line: Line = {
      client: connectPostgres({ ...options, connections: 1 }, { closed: lose }),
      losses: 0,
      lose: null,
    };
    lines.push(line);
    return line;
  }

  function give(line: Line): void {
    const next = waiting.shift();
    if (next) {
      next(line);
      return;
    }
    free.push(line);
    if (free.length === lines.length) allFree();
  }

  async function take(): Promise<Line> {
    if (closed) throw new StoreUnavailable('the database cannot be used: it is closed');
    const line = free.pop();
    if (line) return line;
    return lines.length < most ? open() : new Promise<Line>((resolve) => void waiting.push(resolve));
  }

  async function close(): Promise<void> {
    closed = true;
    if (free.length < lines.length) {
      const ended = new Promise<void>((resolve) => {
        allFree = resolve;
      });
      await Promise.race([ended, setTimeout(CLOSE_MS, undefined, { ref: false })]);
    }
    await Promise.all(lines.map(({ client }) => client.end({ timeout: 5 })));
  }

  return { take, give, close };
}
