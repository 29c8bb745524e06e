/** Fields that need a right of their own, taken out of whole texts (versions, events) for those who do not have it. */
import type { ResourceFacts } from './authorizer.js';
import type { EntityType, Fields } from './define.js';
import { isObject } from './document.js';
import { isAllowed } from './is-allowed.js';
import { guardedFields } from './operations.js';
import type { Scope } from './route.js';
import { seesAll } from './sees-all.js';

/** Names of the fields of an entity that the actor may not see. `facts` are asked for only when a rule has a condition. */
export async function hiddenFields(
  type: EntityType,
  facts: () => Promise<ResourceFacts>,
  scope: Scope,
): Promise<string[]> {
  const { authorizer } = scope.catalog;
  const hidden: string[] = [];
  for (const [field, operation] of guardedFields) {
    if (!isShown(type, field) || authorizer.filter(scope.actor, operation, type.name).kind === 'all') continue;
    if (!(await isAllowed(operation, type, facts, scope))) hidden.push(field);
  }
  // What names other entities is left out as a whole for who may not see them all.
  if (type.namesOthers && !seesAll(scope)) hidden.push(...type.namesOthers.fields);
  return hidden;
}

function isShown(type: EntityType, field: string): boolean {
  return (type.onRequest?.includes(field) || type.traits?.some((trait) => trait.field === field)) ?? false;
}

/** Entity text without these fields and without what its changes tell of them. */
export function withoutFields(text: string, hidden: readonly string[]): string {
  if (hidden.length === 0) return text;
  const entity = JSON.parse(text) as Fields;
  for (const field of hidden) delete entity[field];
  for (const key of ['changeDescription', 'incrementalChangeDescription'])
    if (isObject(entity[key])) entity[key] = withoutChanges(entity[key], hidden);
  return JSON.stringify(entity);
}

/** A change description without the changes of these fields. */
export function withoutChanges(description: Fields, hidden: readonly string[]): Fields {
  const tells = (change: unknown) =>
    isObject(change) && hidden.some((field) => change.name === field || String(change.name).startsWith(`${field}.`));
  return Object.fromEntries(
    Object.entries(description).map(([key, list]) => [
      key,
      Array.isArray(list) ? list.filter((change) => !tells(change)) : list,
    ]),
  );
}
