/** What failures of a store say of its database: what a probe of the server tells, and for how long. */
import { type Store, StoreUnavailable } from './port.js';

export interface StoreProblem {
  /** `damaged` stays until the server is started again; `unwritable` until writes pass again. */
  kind: 'damaged' | 'unwritable';
  reason: string;
}

export interface StoreHealth {
  /** The worst that is known. */
  problem(): StoreProblem | null;
  /** What another thread has met in the same database. */
  report(problem: StoreProblem): void;
  /** Writes pass again. */
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

/** The store, whose failures that say something of the database are reported. */
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
