/**
 * Filters composed entities by the rights of the reader: guarded fields, listed entities, and both in change
 * descriptions.
 */

import type { EntityType, Fields } from '../define/define.js';
import type { Trait } from '../define/trait.js';
import { isObject } from '../document/document.js';
import { equal } from '../document/equal.js';
import { apiUrl, parseLinked } from '../document/reference.js';
import { completed, compose } from '../read/compose.js';
import { type Selection, selectAll } from '../read/selection.js';
import type { Scope } from '../routes/route.js';
import { createSight, type Named, type Sight } from './sight.js';
import { changedValues, editChanges, editValues, namedIn, removeFields, rootOf, withoutUnseen } from './take-out.js';

/** Ids of the entities that the reader may see. Queries the database only if a rule has a condition. */
export function visibleIds(entities: readonly Named[], scope: Scope): Promise<Set<string>> {
  return createSight(scope).allowed('ViewBasic', entities);
}

/**
 * Cache key for a response, so that it can be cached until the next commit: one for all readers who may see the entities
 * where the response does not depend on their rights, otherwise one for the rights of the caller. Contains the current minute
 * where a field depends on the time. null: the response must not be cached.
 */
export function sharedName(
  kind: string,
  type: EntityType,
  selection: Selection,
  parts: unknown,
  scope: Scope,
): string | null {
  if (selection.traits.some(({ trait }) => trait.uncached)) return null;
  const { actor, catalog, context } = scope;
  const lists = selection.traits.some(({ trait }) => listsEntities(trait));
  const differs = type.complete !== undefined || lists || hasView(type, selection, scope);
  const shared = actor.isAdmin || !differs;
  const who = actor.isAdmin ? 'admin' : shared ? 'any' : catalog.authorizer.rightsKey(actor);
  const timely = type.complete !== undefined || selection.traits.some(({ trait }) => trait.dependsOnTime);
  const minute = timely ? Math.floor(context.now() / 60_000) : '';
  return `${kind} ${who} ${minute} ${JSON.stringify(parts)}`;
}

function hasView(type: EntityType, selection: Selection, scope: Scope): boolean {
  return viewOf(type, listsIn(type, selection), createSight(scope)) !== null;
}

/** `compose` for answers to readers, with public links. */
export async function composeShown(
  rows: Parameters<typeof compose>[0],
  type: EntityType,
  selection: Selection,
  scope: Scope,
): Promise<string[]> {
  const texts = await compose(rows, type, selection, scope, undefined, apiUrl(scope));
  return completed(await shownTexts(texts, type, selection, scope), type, scope);
}

/** Composed texts without what the reader may not see. */
export async function shownTexts(
  texts: readonly string[],
  type: EntityType,
  selection: Selection,
  scope: Scope,
): Promise<string[]> {
  const sight = createSight(scope);
  const view = viewOf(type, listsIn(type, selection), sight);
  return view === null ? [...texts] : editTexts(texts, view, sight, scope);
}

/** The same for stored versions. */
export function shownVersions(texts: readonly string[], type: EntityType, scope: Scope): Promise<string[]> {
  return shownTexts(texts, type, selectAll(type), scope);
}

/**
 * Filters loaded entities in place, and change descriptions of events, which may name fields that entities lack
 * (`assets`).
 */
export async function showValues(
  values: readonly Fields[],
  type: EntityType,
  sight: Sight,
  scope: Scope,
  hidden?: ReadonlySet<string>,
): Promise<void> {
  const view = viewOf(type, listsIn(type, selectAll(type)), sight) ?? { type, guards: [], lists: [], names: false };
  await editValuesOf(values, { ...view, changes: !sight.all }, sight, scope, hidden);
}

/** Those of the fields `names` that contain more than the reader may see, and these fields as the reader sees them. */
export async function redactedFields(
  type: EntityType,
  whole: Fields,
  names: readonly string[],
  scope: Scope,
): Promise<{ shown: Fields; unseen: string[] }> {
  const sight = createSight(scope);
  const view = viewOf(
    type,
    [...(type.traits ?? []).filter(listsEntities).map(({ field }) => plainList(field)), ...guardedLists(type)],
    sight,
  );
  if (names.length === 0 || view === null) return { shown: whole, unseen: [] };
  const shown = structuredClone(Object.fromEntries(['id', ...names].map((name) => [name, whole[name]])));
  await editValuesOf([shown], view, sight, scope);
  return { shown, unseen: names.filter((name) => !equal(shown[name] ?? null, whole[name] ?? null)) };
}

/** A field that lists entities, and the text that entities with such a list contain. */
interface List {
  field: string;
  mark: string;
}

/** What must be filtered in entities of a type for a reader. */
interface View {
  type: EntityType;
  guards: readonly (readonly [field: string, operation: string])[];
  lists: readonly List[];
  /** The type has fields that name entities without references (`namesOthers`). */
  names: boolean;
  /** Change descriptions may reference other entities. */
  changes: boolean;
}

/** null: the reader sees everything of the type. */
function viewOf(type: EntityType, lists: readonly List[], sight: Sight): View | null {
  const guards = sight.guards(type);
  if (sight.all) return guards.length === 0 ? null : { type, guards, lists: [], names: false, changes: false };
  const names = type.namesOthers !== undefined;
  const changes =
    (type.traits ?? []).some((trait) => listsEntities(trait) && trait.write?.versioned) ||
    // Custom properties that name others are not recorded in changes.
    (type.references ?? []).some(({ guarded, byName }) => guarded && !byName);
  if (guards.length === 0 && lists.length === 0 && !names && !changes) return null;
  return { type, guards, lists, names, changes };
}

async function editTexts(texts: readonly string[], view: View, sight: Sight, scope: Scope): Promise<string[]> {
  const base = apiUrl(scope);
  const values = new Map<number, Fields>();
  for (const [i, text] of texts.entries()) if (concerns(view, text)) values.set(i, parseLinked(text, base));
  await editValuesOf([...values.values()], view, sight, scope);
  return texts.map((text, i) => (values.has(i) ? JSON.stringify(values.get(i)) : text));
}

/** Whether a text may contain something to filter. Most do not, and need no parsing. */
function concerns({ guards, lists, names, changes }: View, text: string): boolean {
  if (names || lists.some(({ mark }) => text.includes(mark))) return true;
  return (changes && text.includes('"changeDescription":')) || guards.some(([field]) => text.includes(field));
}

async function editValuesOf(
  values: readonly Fields[],
  view: View,
  sight: Sight,
  scope: Scope,
  hidden?: ReadonlySet<string>,
): Promise<void> {
  if (values.length === 0) return;
  if (hidden) for (const value of values) removeFields(view.type, value, hidden);
  else await hideFields(values, view, sight);
  if (view.lists.length > 0 || view.changes) await hideUnseen(values, view, sight, scope);
  if (view.names) await hideNames(view.type, values, scope);
}

async function hideFields(values: readonly Fields[], { type, guards }: View, sight: Sight): Promise<void> {
  if (guards.length === 0) return;
  const entities = values.map((value) => ({ id: String(value.id), type: type.name }));
  const shown = new Map<string, ReadonlySet<string>>();
  for (const operation of new Set(guards.map(([, needed]) => needed)))
    shown.set(operation, await sight.allowed(operation, entities));
  for (const value of values) {
    const hidden = guards.filter(([, operation]) => !shown.get(operation)?.has(String(value.id)));
    if (hidden.length > 0) removeFields(type, value, new Set(hidden.map(([field]) => field)));
  }
}

/** Removes references to entities that the reader may not see. */
async function hideUnseen(values: readonly Fields[], view: View, sight: Sight, { catalog }: Scope): Promise<void> {
  const isType = (name: string) => catalog.registry.find(name) !== undefined;
  const isListed = (name: string) => view.changes && !isOwn(view.type, rootOf(name));
  const named = values.flatMap((value) => [
    ...view.lists.flatMap(({ field }) => namedIn(value[field], isType)),
    ...changedValues(value, isListed).flatMap((inner) => namedIn(inner, isType)),
  ]);
  const visible = await sight.allowed('ViewBasic', named);
  for (const value of values) {
    for (const { field } of view.lists) {
      if (value[field] === undefined) continue;
      const shown = withoutUnseen(value[field], visible, isType);
      if (shown === undefined) delete value[field];
      else value[field] = shown;
    }
    if (view.changes)
      editChanges(value, (change) =>
        isListed(change.name) ? editValues(change, (inner) => withoutUnseen(inner, visible, isType)) : change,
      );
  }
}

/** Removes names of entities that the reader may not see (`namesOthers`), and all changes of these fields. */
async function hideNames({ namesOthers }: EntityType, values: readonly Fields[], scope: Scope): Promise<void> {
  if (!namesOthers) return;
  await namesOthers.hide(values.filter(isObject), scope);
  for (const value of values)
    editChanges(value, (change) => (namesOthers.fields.includes(rootOf(change.name)) ? null : change));
}

function listsIn(type: EntityType, selection: Selection): List[] {
  const lists = selection.traits.filter(({ trait }) => listsEntities(trait)).map(({ as }) => plainList(as));
  return [...lists, ...guardedLists(type)];
}

function guardedLists({ references = [] }: EntityType): List[] {
  return references
    .filter(({ guarded }) => guarded)
    .map(({ in: root, field, byName }) => (byName ? { field: root, mark: `"${field}":{` } : plainList(root)));
}

const plainList = (field: string): List => ({ field, mark: `"${field}":` });

/**
 * Whether the trait's value is filtered by the reader's rights. Values written with an entity (owners, domains) belong
 * to it and are not filtered; entities that merely point at it are.
 */
export function listsEntities(trait: Trait): boolean {
  return trait.write === undefined || trait.guarded === true;
}

/** Whether the field is a trait that every reader of the entity sees completely. */
function isOwn(type: EntityType, field: string): boolean {
  const trait = type.traits?.find((candidate) => candidate.field === field);
  return trait !== undefined && !listsEntities(trait);
}
