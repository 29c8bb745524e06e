/** What a reading connection remembers of its statements; all of it goes when another connection commits. */
export interface ReaderMemory {
  /** To be told at the start of each snapshot which state of the database it shows. */
  enter(version: number): void;
  kept<T>(name: string, load: () => Promise<T>): Promise<T>;
}

const MOST = 2000;

export function createReaderMemory(): ReaderMemory {
  const known = new Map<string, Promise<unknown>>();
  let shown: number | null = null;
  return {
    enter(version) {
      if (version !== shown) known.clear();
      shown = version;
    },
    kept<T>(name: string, load: () => Promise<T>) {
      const found = known.get(name);
      if (found) return found as Promise<T>;
      const loading = load();
      if (known.size >= MOST) known.clear();
      known.set(name, loading);
      loading.catch(() => known.delete(name));
      return loading;
    },
  };
}
