import { CatalogError, errorMessages } from '../../../contract/errors.js';

/**
 * Runs work that costs a thread and 19 MB for each piece (hashing a password) some at a time; the others wait in order. Refuses with
 * 429 when too many wait.
 */
export interface Comparisons {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Two leave half of the threads of the process to files and look-ups. */
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
        // The place goes to who waited longest.
        const next = queue.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
