// Whether a connection leads elsewhere than before. Pure.
import { equal, isObject } from '../../catalog/index.js';

/** Names of settings that say, by themselves or with what is in them, where a connection leads and what it passes through. */
const leads =
  /host|port|url|uri|endpoint|server|address|domain|account|project|region|tenant|authority|instance|option|argument|scheme|driver|proxy|ssl|cert|site|workspace|bucket|storage|path|gateway|cluster|broker|registry|bootstrap|connection/i;

/** Both with their secrets masked. */
export function isMoved(before: unknown, after: unknown): boolean {
  if (!isObject(before) || !isObject(after)) return !equal(before ?? null, after ?? null);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].some((key) => {
    const [old, now] = [before[key], after[key]];
    if (leads.test(key)) return !equal(old ?? null, now ?? null);
    return isObject(old) && isObject(now) && isMoved(old, now);
  });
}
