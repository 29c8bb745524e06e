import { CatalogError, errorMessages } from '../../../contract/errors.js';

/**
 * Limits how many password hashes run at once, since each takes a thread and 19 MB. The others queue in order; fails
 * with 429 when the queue is full.
 */
export interface Comparisons {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Two at once leave half of the process's thread pool for file access and DNS lookups. */
export function createComparisons({ atOnce = 2, waiting = 200 } = {}): Comparisons {
  let running = 0;
  const queue: (() => void)[] = [];

  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running++;
      return undefined;
    }
    if (queue.length >= waiting)
      throw new CatalogError('LIMITS_EXCEPTION', errorMessages.rateLimited(1), { retryAfterSeconds: 1 });
    return new Promise((resolve) => queue.push(resolve));
  };

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        // Hand the slot to the longest waiter.
        const next = queue.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
