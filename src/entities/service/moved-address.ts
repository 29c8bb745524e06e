// Whether a connection points to another target than before. Pure.
import { equal, isObject } from '../../catalog/index.js';

/**
 * Names of settings that determine the target of a connection or what it passes through, themselves or with their
 * contents.
 */
const targetSettings =
  /host|port|url|remote|uri|endpoint|server|address|domain|account|project|region|tenant|authority|instance|option|argument|scheme|driver|proxy|ssl|cert|site|workspace|bucket|storage|path|gateway|cluster|broker|registry|bootstrap|connection/i;

/** Compares two configurations whose secrets are masked. */
export function isMoved(before: unknown, after: unknown): boolean {
  if (!isObject(before) || !isObject(after)) return !equal(before ?? null, after ?? null);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].some((key) => {
    const [old, now] = [before[key], after[key]];
    if (targetSettings.test(key)) return !equal(old ?? null, now ?? null);
    return isObject(old) && isObject(now) && isMoved(old, now);
  });
}
