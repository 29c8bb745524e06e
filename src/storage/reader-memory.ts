/** What a reading connection remembers of its statements; all of it goes when another connection commits. */
export interface ReaderMemory {
  /** To be told at the start of each snapshot which state of the database it shows. */
  enter(version: number): void;
  kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T>;
}

/** Characters, with those of the names: at most some forty megabytes. */
const MOST = 32_000_000;

export function createReaderMemory(most = MOST): ReaderMemory {
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

/** `memory.kept` where several reads share the memory: one may end, or lose its connection, while it loads what another waits for. */
export function keptAmongReads<T>(
  memory: ReaderMemory,
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
