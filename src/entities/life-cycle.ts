/** When data was made, changed and read last. Pure. */
import { keysOf, type LifeCycle } from '../../contract/index.js';

/** What a PUT leaves: each entry that is given and no older than the stored one; others stay. */
export function mergeLifeCycle(stored: LifeCycle | undefined, given: LifeCycle | undefined): LifeCycle | undefined {
  if (!given || !stored) return given ?? stored;
  const merged = { ...stored };
  for (const name of keysOf(given)) if (timeOf(given[name]) >= timeOf(stored[name])) merged[name] = given[name];
  return merged;
}

const timeOf = (entry: LifeCycle[keyof LifeCycle]): number => entry?.timestamp ?? Number.NEGATIVE_INFINITY;
