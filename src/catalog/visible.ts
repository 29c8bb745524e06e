/** Entities that others name, as far as the reader may see them: members, children, assets, what a user owns. */
import { listEntities } from '../storage/index.js';
import { compose } from './compose.js';
import type { EntityType, Fields } from './define.js';
import { isObject } from './document.js';
import { equal } from './equal.js';
import { withoutChanges } from './hide-fields.js';
import { parseLinked } from './reference.js';
import type { Scope } from './route.js';
import { seesAll } from './sees-all.js';
import type { Selection } from './selection.js';
import type { Trait } from './trait.js';

interface Named {
  id: string;
  type: string;
}

/** Ids of those that the reader may see; asks the database only where a rule has a condition. */
export async function visibleIds(entities: readonly Named[], scope: Scope): Promise<Set<string>> {
  const { authorizer } = scope.catalog;
  const visible = new Set<string>();
  for (const type of new Set(entities.map((entity) => entity.type))) {
    const ids = [...new Set(entities.filter((entity) => entity.type === type).map(({ id }) => id))];
    const filter = authorizer.filter(scope.actor, 'ViewBasic', type);
    if (filter.kind === 'none') continue;
    const conditions = [{ by: 'ids', ids }] as const;
    const seen =
      filter.kind === 'all'
        ? ids
        : (await listEntities(scope.sql, { type, include: 'all', conditions, filter, limit: ids.length })).map(
            (row) => row.id,
          );
    for (const id of seen) visible.add(id);
  }
  return visible;
}

/**
 * Whether every reader who may see an entity sees the same answer, so that one may be remembered until the next commit: nothing in it
 * depends on who asks. The minute is part of the name because some fields tell how long ago something was.
 */
export function sharedName(
  kind: string,
  type: EntityType,
  selection: Selection,
  parts: unknown,
  scope: Scope,
): string | null {
  if (!scope.actor.isAdmin && selection.traits.some(({ trait }) => listsEntities(trait))) return null;
  if (type.namesOthers && !seesAll(scope)) return null;
  const who = scope.actor.isAdmin ? 'admin' : 'any';
  return `${kind} ${who} ${Math.floor(scope.context.now() / 60_000)} ${JSON.stringify(parts)}`;
}

/** `compose` for answers to readers, with public links: entities that a field lists are left out where the reader may not see them. */
export async function composeShown(
  rows: Parameters<typeof compose>[0],
  type: EntityType,
  selection: Selection,
  scope: Scope,
): Promise<string[]> {
  const texts = await compose(rows, type, selection, scope, undefined, `${scope.catalog.options.publicUrl}/api`);
  return shownTexts(texts, type, selection, scope);
}

/** Composed texts without what the reader may not see of others. */
export async function shownTexts(
  texts: string[],
  type: EntityType,
  selection: Selection,
  scope: Scope,
): Promise<string[]> {
  const fields = selection.traits.filter(({ trait }) => listsEntities(trait)).map(({ as }) => as);
  if ((fields.length === 0 && !type.namesOthers) || seesAll(scope)) return texts;
  const base = `${scope.catalog.options.publicUrl}/api`;
  const values = texts.map((text) => parseLinked(text, base));
  await hideUnseen(type, fields, values, scope);
  return values.map((value) => JSON.stringify(value));
}

/** Those of the named fields of a whole entity that tell more of others than the reader may see. */
export async function fieldsWithUnseen(
  type: EntityType,
  whole: Fields,
  names: readonly string[],
  scope: Scope,
): Promise<string[]> {
  if (names.length === 0 || seesAll(scope)) return [];
  const shown = structuredClone(Object.fromEntries(names.map((name) => [name, whole[name]]))) as Fields;
  const lists = (type.traits ?? []).filter(listsEntities).map(({ field }) => field);
  await hideUnseen(
    type,
    lists.filter((field) => names.includes(field)),
    [shown],
    scope,
  );
  return names.filter((name) => !equal(shown[name] ?? null, whole[name] ?? null));
}

/** Takes out of the values what they tell of others that the reader may not see; `lists` are fields that list entities. */
async function hideUnseen(type: EntityType, lists: readonly string[], values: readonly Fields[], scope: Scope) {
  const visible = await visibleIds(
    values.flatMap((value) => lists.flatMap((field) => namedIn(value[field]))),
    scope,
  );
  for (const value of values) for (const field of lists) hide(value, field, visible);
  await hideNames(type, values, scope);
}

/** What an entity tells of others otherwise than by reference is left out, and what its last change tells of that. */
async function hideNames(type: EntityType, values: readonly Fields[], scope: Scope): Promise<void> {
  if (!type.namesOthers) return;
  await type.namesOthers.hide(values, scope);
  for (const value of values)
    for (const key of ['changeDescription', 'incrementalChangeDescription'])
      if (isObject(value[key])) value[key] = withoutChanges(value[key], type.namesOthers.fields);
}

/** What is written with an entity (owners, domains) belongs to it; what only points at it does not. */
function listsEntities(trait: Trait): boolean {
  return trait.write === undefined || trait.guarded === true;
}

function namedIn(value: unknown): Named[] {
  return (Array.isArray(value) ? value : [value]).filter(isNamed);
}

function isNamed(value: unknown): value is Named {
  return isObject(value) && typeof value.id === 'string' && typeof value.type === 'string';
}

function hide(entity: Fields, field: string, visible: ReadonlySet<string>): void {
  const value = entity[field];
  const isShown = (item: unknown) => !isNamed(item) || visible.has(item.id);
  if (Array.isArray(value)) entity[field] = value.filter(isShown);
  else if (!isShown(value)) delete entity[field];
}
