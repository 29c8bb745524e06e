// Connections for reads. A line is a client with a single connection: its statements stay in order, and only reads use
// it.
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '../../store-errors.js';
import { connectPostgres, type PostgresClient, type PostgresOptions } from '../postgres-client.js';

const CLOSE_MS = 5000;

export interface Line {
  client: PostgresClient;
  /** Number of lost connections so far, by which a read detects that its own was lost. */
  losses: number;
  /** Called when the connection is lost during a read. */
  lose: ((error: unknown) => void) | null;
}

export interface ReadLines {
  /** An idle line, opening a new one if the limit allows; null if all are in use. */
  tryTake(): Line | null;
  /** The same, but waits for one. */
  take(): Promise<Line>;
  give(line: Line): void;
  /** Number of lines that are available without waiting. */
  left(): number;
  /** Registers a callback for when a line is returned and nobody waits in `take`. */
  onFree(call: () => void): void;
  closed(): boolean;
  /** Waits a limited time for lines in use. */
  close(): Promise<void>;
}

/** `lost` is called when any connection ends. */
export function createReadLines(options: PostgresOptions, lost = () => {}): ReadLines {
  const lines: Line[] = [];
  const free: Line[] = [];
  const waiting: ((line: Line) => void)[] = [];
  const most = options.connections ?? 10;
  // What is sent behind the end of a read, before that is answered, a pooler in transaction mode may lose.
  const oneByOne = options.pooler?.byTransaction === true;
  let freed = () => {};
  let allFree = () => {};
  let closed = false;

  function open(): Line {
    const lose = () => {
      line.losses += 1;
      lost();
      line.lose?.(new StoreUnavailable('the database cannot be used: the connection of a read was lost'));
    };
    const client = connectPostgres({ ...options, connections: 1, oneByOne }, { closed: lose });
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
