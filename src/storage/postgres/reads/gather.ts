// Merges the loads of reads that share a snapshot: reads that run side by side ask for the same kind of rows at the same
// moment, and one statement for all of them costs little more than one for each.
import type { Sql } from '../../port.js';

interface Batch {
  readonly keys: Set<string>;
  /** The loaded rows by key. */
  readonly loaded: Promise<ReadonlyMap<string, readonly unknown[]>>;
}

/** The `gathered` of one snapshot. */
export function createGatherer(): Required<Pick<Sql, 'gathered'>> {
  const waiting = new Map<string, Batch>();

  function begin<R>(
    name: string,
    load: (keys: readonly string[]) => Promise<readonly R[]>,
    keyOf: (row: R) => string,
  ): Batch {
    const keys = new Set<string>();
    // `nextTick` runs after the reactions of all promises that are settled by now.
    const complete = new Promise<void>((resolve) => process.nextTick(resolve));
    const loaded = complete.then(async () => {
      waiting.delete(name);
      const rows = new Map<string, R[]>();
      for (const row of await load([...keys])) {
        const key = keyOf(row);
        const list = rows.get(key);
        if (list) list.push(row);
        else rows.set(key, [row]);
      }
      return rows;
    });
    return { keys, loaded };
  }

  return {
    async gathered<R>(
      name: string,
      keys: readonly string[],
      load: (keys: readonly string[]) => Promise<readonly R[]>,
      keyOf: (row: R) => string,
    ) {
      const batch = waiting.get(name) ?? begin(name, load, keyOf);
      waiting.set(name, batch);
      for (const key of keys) batch.keys.add(key);
      const rows = await batch.loaded;
      // Rows under one name are all of one kind.
      return [...new Set(keys)].sort().flatMap((key) => (rows.get(key) ?? []) as readonly R[]);
    },
  };
}
