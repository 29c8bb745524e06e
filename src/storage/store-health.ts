/** Derives the health of a database from the failures of its store, for the server's health probe. */
import type { Store } from './port.js';
import { StoreUnavailable } from './store-errors.js';

export interface StoreProblem {
  /** `damaged` lasts until the server is restarted; `unwritable` until writes succeed again. */
  kind: 'damaged' | 'unwritable';
  reason: string;
}

export interface StoreHealth {
  /** The worst known problem. */
  problem(): StoreProblem | null;
  /** Reports a problem that another thread had with the same database. */
  report(problem: StoreProblem): void;
  /** Call when writes succeed again. */
  recovered(): void;
}

export function createStoreHealth(): StoreHealth {
  let damage: StoreProblem | null = null;
  let unwritable: StoreProblem | null = null;
  return {
    problem: () => damage ?? unwritable,
    report(problem) {
      if (problem.kind === 'damaged') damage ??= problem;
      else unwritable = problem;
    },
    recovered() {
      unwritable = null;
    },
  };
}

/** Wraps a store and reports those of its failures that reveal a problem of the database. */
export function watchStore(store: Store, report: (problem: StoreProblem) => void): Store {
  const { readLong } = store;
  const noting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof StoreUnavailable && error.kind !== 'away')
        report({ kind: error.kind, reason: error.message });
      throw error;
    }
  };
  return {
    ...store,
    read: (work) => noting(store.read(work)),
    ...(readLong ? { readLong: (work) => noting(readLong(work)) } : {}),
    write: (work, last, priority) => noting(store.write(work, last, priority)),
  };
}
