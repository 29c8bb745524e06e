/** When data was made, changed and read last. Pure. */
import { type Fields, isObject } from '../catalog/index.js';

/** What a PUT leaves: each entry that is given and no older than the stored one; others stay. */
export function mergeLifeCycle(stored: unknown, given: unknown): unknown {
  if (!isObject(given) || !isObject(stored)) return given ?? stored;
  const merged: Fields = { ...stored };
  for (const [name, entry] of Object.entries(given))
    if (isObject(entry) && timeOf(entry) >= timeOf(stored[name])) merged[name] = entry;
  return merged;
}

function timeOf(entry: unknown): number {
  return isObject(entry) && typeof entry.timestamp === 'number' ? entry.timestamp : Number.NEGATIVE_INFINITY;
}
