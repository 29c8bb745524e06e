/** When data was created, updated and accessed last. Pure. */
import { keysOf, type LifeCycle } from '../../contract/index.js';

/** Merges a PUT: a given entry replaces the stored one unless it is older; the others stay. */
export function mergeLifeCycle(stored: LifeCycle | undefined, given: LifeCycle | undefined): LifeCycle | undefined {
  if (!given || !stored) return given ?? stored;
  const merged = { ...stored };
  for (const name of keysOf(given)) if (timeOf(given[name]) >= timeOf(stored[name])) merged[name] = given[name];
  return merged;
}

const timeOf = (entry: LifeCycle[keyof LifeCycle]): number => entry?.timestamp ?? Number.NEGATIVE_INFINITY;
