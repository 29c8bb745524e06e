// What reads loaded, cached until a transaction of the cluster ends. Two snapshots with the same text show the same state: the text
// names every transaction whose end a snapshot cannot see. So a snapshot itself says whether the cache holds, whoever wrote, on
// whichever server, and nothing needs to be invalidated from outside.

/** `begin` and the state that the snapshot shows. A standby leaves open transactions out of the text, so nothing is cached there. */
export const BEGIN_SNAPSHOT = `begin isolation level repeatable read read only;
  select case when pg_is_in_recovery() then '' else cast(pg_current_snapshot() as text) end as state`;

/** The values of one state. */
export interface StateCache {
  kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T>;
}

export interface SnapshotCache {
  /** The values of the state that a new snapshot shows; null when it cannot be compared with others. */
  enter(state: string): StateCache | null;
  /** After a lost connection: the next one may lead to a server that lost the last transactions and counts them anew. */
  clear(): void;
}

/** Characters, with those of the names: at most some forty megabytes. */
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
      // It may be loading in the snapshot of another read, which may fail for reasons of its own.
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
