import { catalogError } from '../../../contract/index.js';
import type { Reply } from '../../catalog/index.js';

export interface EventStreamLimits {
  /** Maximum number of open streams of one user. */
  perUser: number;
  /** Maximum number of open streams of everybody. */
  inAll: number;
  /** How long a client may take no data while some waits, in milliseconds. */
  stallMs: number;
}

/** The open event streams of this server. */
export interface EventStreams {
  /** Fails with 429 over a limit; null if the reply is not an event stream. */
  begin(answer: Reply, user: string): OpenStream | null;
  /** Number of open streams. */
  count(): number;
  /** Ends all streams, and those that begin later at once. */
  end(): void;
}

export interface OpenStream {
  /** Aborted when the server stops. */
  ending: AbortSignal;
  stallMs: number;
  /** Call when nothing more is sent. */
  close(): void;
}

const RETRY_SECONDS = 5;

export function createEventStreams({ perUser, inAll, stallMs }: EventStreamLimits): EventStreams {
  const byUser = new Map<string, number>();
  const open = new Set<AbortController>();
  let ended = false;

  function admit(user: string): void {
    const before = byUser.get(user) ?? 0;
    if (before >= perUser)
      throw tooMany(`one user may have at most ${perUser} event streams open at the same time on one server`);
    if (open.size >= inAll) throw tooMany(`this server has ${inAll} event streams open and takes no more`);
    byUser.set(user, before + 1);
  }

  return {
    begin(answer, user) {
      if (answer.mediaType !== 'text/event-stream') return null;
      admit(user);
      // One each: many listeners on one signal look like a leak to Node.
      const controller = new AbortController();
      open.add(controller);
      if (ended) controller.abort();
      return {
        ending: controller.signal,
        stallMs,
        close() {
          if (!open.delete(controller)) return;
          const left = (byUser.get(user) ?? 1) - 1;
          if (left > 0) byUser.set(user, left);
          else byUser.delete(user);
        },
      };
    },
    count: () => open.size,
    end() {
      ended = true;
      for (const controller of open) controller.abort();
    },
  };
}

function tooMany(message: string) {
  return catalogError('LIMITS_EXCEPTION', message, { retryAfterSeconds: RETRY_SECONDS });
}
