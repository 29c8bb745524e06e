import { catalogError } from '../../../contract/index.js';
import type { Reply } from '../../catalog/index.js';

/** Maximum number of event streams per user and server, because each polls the database. */
export const MOST_STREAMS = 20;
const RETRY_SECONDS = 5;

/** Counts the open event streams of each user. */
export function createEventStreams(most = MOST_STREAMS) {
  const open = new Map<string, number>();
  return {
    /** Fails with 429 over the limit; otherwise returns a function to call when the stream ends. */
    begin(answer: Reply, user: string): () => void {
      if (answer.mediaType !== 'text/event-stream') return () => {};
      const before = open.get(user) ?? 0;
      if (before >= most)
        throw catalogError(
          'LIMITS_EXCEPTION',
          `one user may have at most ${most} event streams open at the same time`,
          {
            retryAfterSeconds: RETRY_SECONDS,
          },
        );
      open.set(user, before + 1);
      return () => {
        const left = (open.get(user) ?? 1) - 1;
        if (left > 0) open.set(user, left);
        else open.delete(user);
      };
    },
  };
}
