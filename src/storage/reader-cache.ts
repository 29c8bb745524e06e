/** The query cache of a reading connection, invalidated as a whole when another connection commits. */
export interface ReaderCache {
  /** Call at the start of each snapshot with the version of the database that it shows. */
  enter(version: number): void;
  kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T>;
}

/** Limit in characters, including the names: at most about 40 MB. */
const MOST = 32_000_000;

interface Entry {
  value: Promise<unknown>;
  /** 0 while it is loaded. */
  weight: number;
  /** Used since it was loaded, or since there was too little room. */
  used: boolean;
}

/** Beyond its limit, the cache drops values until it has this share of the limit. */
const KEPT_SHARE = 7 / 8;

/** Drops the oldest values that were not used since it last had too little room: using a value costs one assignment. */
export function createReaderCache(most = MOST): ReaderCache {
  let entries = new Map<string, Entry>();
  let shown: number | null = null;
  let weight = 0;

  function clear(): void {
    entries = new Map();
    weight = 0;
  }

  function weighIn(entry: Entry, added: number): void {
    entry.weight = added;
    weight += added;
    if (weight > most) makeRoom();
  }

  function makeRoom(): void {
    // Those that are put behind the others come round again, unused.
    for (const [name, entry] of entries) {
      if (weight <= most * KEPT_SHARE) return;
      if (entry.weight === 0) continue;
      entries.delete(name);
      if (entry.used) {
        entry.used = false;
        entries.set(name, entry);
      } else weight -= entry.weight;
    }
  }

  function forget(name: string, entry: Entry): void {
    if (entries.get(name) === entry) entries.delete(name);
  }

  return {
    enter(version) {
      if (version !== shown) clear();
      shown = version;
    },
    kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number) {
      const found = entries.get(name);
      if (found) {
        found.used = true;
        return found.value as Promise<T>; // loaded under this name before
      }
      const loading = load();
      const entry: Entry = { value: loading, weight: 0, used: false };
      entries.set(name, entry);
      loading.then(
        (value) => {
          const added = name.length + weigh(value);
          if (added > most / 2) forget(name, entry);
          else if (entries.get(name) === entry) weighIn(entry, added);
        },
        () => forget(name, entry),
      );
      return loading;
    },
  };
}

/**
 * `ReaderCache.kept` for reads that share the cache: one may end, or lose its connection, while it loads a value that
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
