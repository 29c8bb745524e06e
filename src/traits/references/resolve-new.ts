import { type EntityReference, isObject } from '../../../contract/index.js';
import { isReference, MOST_LISTED, type Scope } from '../../catalog/index.js';
import { type Naming, resolveReferences } from './resolve-references.js';

/**
 * `resolveReferences`, which looks up only what is new in a long list. What the entity has already is taken as it is
 * stored, and precedes what is new.
 */
export async function resolveNew(
  lists: readonly (readonly unknown[])[],
  naming: Naming,
  scope: Scope,
  stored: unknown,
): Promise<EntityReference[][]> {
  if (lists.every((list) => list.length <= MOST_LISTED)) return resolveReferences(lists, naming, scope, stored);
  const held = new Map([stored].flat(2).flatMap((item) => (isReference(item) ? [[item.id, item] as const] : [])));
  const heldFor = (item: unknown) => {
    const found = isObject(item) && typeof item.id === 'string' ? held.get(item.id.toLowerCase()) : undefined;
    return isObject(item) && (item.type ?? found?.type) === found?.type ? found : undefined;
  };
  const kept = lists.map(() => new Set<EntityReference>());
  const open = lists.map((list, i) =>
    list.filter((item) => {
      const found = heldFor(item);
      if (found) kept[i]?.add(found);
      return found === undefined;
    }),
  );
  const added = await resolveReferences(open, naming, scope, stored);
  return kept.map((items, i) => [
    ...items,
    ...(added[i] ?? []).filter((item) => !items.has(held.get(item.id) ?? item)),
  ]);
}
