// A cache of what reads loaded, valid until a transaction of the cluster ends. Two snapshots with the same text show
// the same state: the text names every transaction whose end the snapshot cannot see. So the snapshot itself proves
// that the cache is valid, whichever server wrote, and needs no external invalidation.

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

/** Limit in characters, including the names: at most about 40 MB. */
const MOST = 32_000_000;

export function createSnapshotCache(most = MOST): SnapshotCache {
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

function createStateCache(most: number): StateCache {
  const known = new Map<string, Promise<unknown>>();
  let weight = 0;
  return {
    kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T> {
      const found = known.get(name) as Promise<T> | undefined;
      // It may be loading in another read's snapshot, which may fail for unrelated reasons.
      if (found) return found.catch(load);
      const loading = load();
      known.set(name, loading);
      loading.then(
        (value) => {
          weight += name.length + weigh(value);
          if (weight <= most) return;
          known.clear();
          weight = 0;
        },
        () => known.delete(name),
      );
      return loading;
    },
  };
}
