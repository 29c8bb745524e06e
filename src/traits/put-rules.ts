// What a PUT leaves of stored and given lists. Pure.
import type { PutMode } from '../catalog/index.js';

/** A PUT cannot empty the list, and a bot's PUT cannot change one that people filled. */
export function keepOnPut(stored: unknown, given: unknown, put: PutMode): unknown {
  if (given === undefined || isEmptyList(given)) return stored;
  if (put.bot && !put.override && !isEmptyList(ownOf(stored))) return stored;
  return given;
}

/** A PUT cannot empty the list. */
export function neverEmptied(stored: unknown, given: unknown): unknown {
  return given === undefined || isEmptyList(given) ? stored : given;
}

function ownOf(list: unknown): unknown {
  return Array.isArray(list) ? list.filter((item) => (item as { inherited?: boolean }).inherited !== true) : list;
}

function isEmptyList(list: unknown): boolean {
  return list === undefined || list === null || (Array.isArray(list) && list.length === 0);
}
