// A cache of what reads loaded, valid until a transaction of the cluster ends. Two snapshots with the same text show
// the same state: the text names every transaction whose end the snapshot cannot see. So the snapshot itself proves
// that the cache is valid, whichever server wrote, and needs no external invalidation.
import { cachedAmongReads, createReaderCache } from '../reader-cache.js';

/**
 * `begin`, and the state that the snapshot shows. A standby omits open transactions from the text, so nothing is
 * cached there.
 */
export const BEGIN_SNAPSHOT = `begin isolation level repeatable read read only;
  select case when pg_is_in_recovery() then '' else cast(pg_current_snapshot() as text) end as state`;

/** The cached values of one state. */
export interface StateCache {
  kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T>;
}

export interface SnapshotCache {
  /** The cache of the state that a new snapshot shows; null if states cannot be compared. */
  enter(state: string): StateCache | null;
  /**
   * Call after a lost connection: after a failover the new server may lack the last transactions and reuse their ids.
   */
  clear(): void;
}

/** `most`: limit of one state in characters, see `createReaderMemory`. */
export function createSnapshotCache(most?: number): SnapshotCache {
  let current: { state: string; cache: StateCache } | null = null;
  return {
    enter(state) {
      if (state === '') return null;
      if (current?.state !== state) current = { state, cache: createStateCache(most) };
      return current.cache;
    },
    clear() {
      current = null;
    },
  };
}

function createStateCache(most: number | undefined): StateCache {
  const memory = createReaderCache(most);
  return { kept: (name, load, weigh) => cachedAmongReads(memory, name, load, weigh) };
}
