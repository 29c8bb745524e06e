/** The query cache of a reading connection, invalidated as a whole when another connection commits. */
export interface ReaderCache {
  /** Call at the start of each snapshot with the version of the database that it shows. */
  enter(version: number): void;
  kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T>;
}

/** Limit in characters, including the names: at most about 40 MB. */
const MOST = 32_000_000;

export function createReaderCache(most = MOST): ReaderCache {
  const known = new Map<string, Promise<unknown>>();
  let shown: number | null = null;
  let weight = 0;
  const clear = () => {
    known.clear();
    weight = 0;
  };
  return {
    enter(version) {
      if (version !== shown) clear();
      shown = version;
    },
    kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number) {
      const found = known.get(name);
      if (found) return found as Promise<T>; // loaded under this name before
      const loading = load();
      known.set(name, loading);
      loading.then(
        (value) => {
          weight += name.length + weigh(value);
          if (weight > most) clear();
        },
        () => known.delete(name),
      );
      return loading;
    },
  };
}

/**
 * `memory.kept` for reads that share the cache: one may end, or lose its connection, while it loads a value that
 * another awaits.
 */
export function cachedAmongReads<T>(
  memory: ReaderCache,
  name: string,
  load: () => Promise<T>,
  weigh: (value: T) => number,
): Promise<T> {
  let isOwn = false;
  const own = () => {
    isOwn = true;
    return load();
  };
  const value = memory.kept(name, own, weigh);
  return isOwn ? value : value.catch(load);
}
