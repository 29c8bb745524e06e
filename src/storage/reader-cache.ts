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
}

/** Keeps what was used recently: when half of the limit is used again, whatever was not used meanwhile is dropped. */
export function createReaderCache(most = MOST): ReaderCache {
  let recent = new Map<string, Entry>();
  let older = new Map<string, Entry>();
  let shown: number | null = null;
  let weight = 0;

  function clear(): void {
    recent = new Map();
    older = new Map();
    weight = 0;
  }

  function weighIn({ weight: added }: Entry): void {
    weight += added;
    if (weight <= most / 2) return;
    older = recent;
    recent = new Map();
    weight = 0;
  }

  function find(name: string): Entry | undefined {
    const entry = recent.get(name);
    if (entry) return entry;
    const old = older.get(name);
    if (!old) return undefined;
    older.delete(name);
    recent.set(name, old);
    weighIn(old);
    return old;
  }

  function forget(name: string, entry: Entry): void {
    for (const entries of [recent, older]) if (entries.get(name) === entry) entries.delete(name);
  }

  return {
    enter(version) {
      if (version !== shown) clear();
      shown = version;
    },
    kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number) {
      const found = find(name);
      if (found) return found.value as Promise<T>; // loaded under this name before
      const loading = load();
      const entry: Entry = { value: loading, weight: 0 };
      recent.set(name, entry);
      loading.then(
        (value) => {
          entry.weight = name.length + weigh(value);
          if (entry.weight > most / 2) forget(name, entry);
          else if (recent.get(name) === entry) weighIn(entry);
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
