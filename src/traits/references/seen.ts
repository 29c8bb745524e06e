/**
 * Nobody can refer to an entity that they may not see: it gets the error of one that does not exist, so that nobody learns that it
 * exists, or what its reference says. References that are stored already may stay: clients send them back with the others.
 */
import { isObject } from '../../../contract/index.js';
import { type Scope, visibleIds } from '../../catalog/index.js';

/** Those of the rows that the caller may see, the caller's own, and those that `isHeld` accepts. */
export async function seenRows<R extends { id: string; type: string }>(
  rows: readonly R[],
  isHeld: (row: R) => boolean,
  scope: Scope,
): Promise<R[]> {
  const open = rows.filter((row) => row.id !== scope.actor.id && !isHeld(row));
  const seen = await visibleIds(
    open.map(({ id, type }) => ({ id, type })),
    { ...scope, actor: scope.actor.asker ?? scope.actor },
  );
  return rows.filter((row) => seen.has(row.id) || row.id === scope.actor.id || isHeld(row));
}

/** The values of a property in stored values, at any depth: the ids of references, or the names of labels. */
export function valuesWithin(stored: unknown, property: 'id' | 'tagFQN'): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  const walk = (value: unknown) => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isObject(value)) {
      if (value[property] !== undefined) found.add(value[property]);
      for (const inner of Object.values(value)) walk(inner);
    }
  };
  walk(stored);
  return found;
}
