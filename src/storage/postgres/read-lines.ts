// Connections for reads. A line is a client of one connection: what is sent through it stays in order, and nothing but reads
// can meet on it.
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '../port.js';
import { connectPostgres, type PostgresClient, type PostgresOptions } from './postgres-client.js';

const CLOSE_MS = 5000;

export interface Line {
  client: PostgresClient;
  /** Counts connections that were lost, so that a read sees that its own was. */
  losses: number;
  /** Hears of a loss while a read is under way. */
  lose: ((error: unknown) => void) | null;
}

export interface ReadLines {
  /** A line that nobody has, opened when there may be more; null when there are as many as there may be. */
  tryTake(): Line | null;
  /** The same, waiting for it. */
  take(): Promise<Line>;
  give(line: Line): void;
  /** How many can be taken at once. */
  left(): number;
  /** Calls when a line is given back that nobody waits for in `take`. */
  onFree(call: () => void): void;
  closed(): boolean;
  /** Waits a while for those that are taken. */
  close(): Promise<void>;
}

export function createReadLines(options: PostgresOptions): ReadLines {
  const lines: Line[] = [];
  const free: Line[] = [];
  const waiting: ((line: Line) => void)[] = [];
  const most = options.connections ?? 10;
  let freed = () => {};
  let allFree = () => {};
  let closed = false;

  function open(): Line {
    const lose = () => {
      line.losses += 1;
      line.lose?.(new StoreUnavailable('the database cannot be used: the connection of a read was lost'));
    };
    const client = connectPostgres({ ...options, connections: 1 }, { closed: lose });
    const line: Line = { client, losses: 0, lose: null };
    lines.push(line);
    return line;
  }

  function tryTake(): Line | null {
    if (closed) return null;
    return free.pop() ?? (lines.length < most ? open() : null);
  }

  function give(line: Line): void {
    const next = waiting.shift();
    if (next) {
      next(line);
      return;
    }
    free.push(line);
    freed();
    if (free.length === lines.length) allFree();
  }

  return {
    tryTake,
    take: async () => tryTake() ?? new Promise<Line>((resolve) => void waiting.push(resolve)),
    give,
    left: () => free.length + most - lines.length,
    onFree(call) {
      freed = call;
    },
    closed: () => closed,
    async close() {
      closed = true;
      if (free.length < lines.length) {
        const ended = new Promise<void>((resolve) => {
          allFree = resolve;
        });
        await Promise.race([ended, setTimeout(CLOSE_MS, undefined, { ref: false })]);
      }
      await Promise.all(lines.map(({ client }) => client.end({ timeout: 5 })));
    },
  };
}
