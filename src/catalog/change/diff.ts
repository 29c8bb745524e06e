/**
 * Differences between two states of an entity, in the form of a change description. Compares loaded entities (document,
 * traits, tags of parts), so the same code compares a write with the stored state and with an older version. Pure.
 */
import type { ChangeSummary } from '../../../contract/index.js';
import type { EntityType, Fields, PartRule } from '../define/define.js';
import type { Trait } from '../define/trait.js';
import { at, isObject } from '../document/document.js';
import { equal } from '../document/equal.js';
import { quoteName } from '../document/fqn.js';
import { isOwnItem } from '../document/own-items.js';
import { type ChangeKind, versionNumber, worseKind } from '../document/version.js';
import {
  EXTENSION,
  referencesIn,
  sameValue,
  storedExtension,
  withoutReferences,
} from '../properties/extension-values.js';

export interface FieldChange {
  name: string;
  oldValue?: unknown;
  newValue?: unknown;
}

export interface Changes {
  added: FieldChange[];
  updated: FieldChange[];
  deleted: FieldChange[];
  kind: ChangeKind;
}

/** ChangeDescription of the interface (`type/entityHistory`). */
export interface ChangeDescription {
  fieldsAdded: FieldChange[];
  fieldsUpdated: FieldChange[];
  fieldsDeleted: FieldChange[];
  previousVersion: number;
  /** Sources that writers stated, by the name of the change. */
  changeSummary?: Record<string, ChangeSummary>;
}

/** The change description stored in a loaded entity. */
export function changeOf(value: Fields | null): ChangeDescription | undefined {
  const change = value?.changeDescription;
  return isChange(change) ? change : undefined;
}

const isChange = (value: unknown): value is ChangeDescription =>
  isObject(value) && [value.fieldsAdded, value.fieldsUpdated, value.fieldsDeleted].every(Array.isArray);

/** Fields that the engine manages; clients cannot set them. */
export const ownedFields: ReadonlySet<string> = new Set([
  'id',
  'fullyQualifiedName',
  'href',
  'version',
  'updatedAt',
  'updatedBy',
  'impersonatedBy',
  'changeDescription',
  'incrementalChangeDescription',
  'deleted',
]);

const descriptiveFields = ['name', 'description', 'displayName'];

/** `before` and `after` are loaded entities. `skip`: container fields, which are not compared. */
export function diffEntity(type: EntityType, before: Fields, after: Fields, skip: ReadonlySet<string>): Changes {
  const changes = noChanges();
  for (const field of changedFields(type, before, after)) {
    if (ownedFields.has(field) || skip.has(field) || type.unversioned?.includes(field)) continue;
    const trait = type.traits?.find((candidate) => candidate.field === field);
    if (trait) {
      if (trait.write?.versioned) diffTrait(changes, field, trait, before[field], after[field]);
    } else if (field === EXTENSION) diffExtension(changes, before[field], after[field]);
    else diffField(changes, type, field, before[field], after[field]);
  }
  return changes;
}

export function noChanges(): Changes {
  return { added: [], updated: [], deleted: [], kind: 'none' };
}

export function isEmpty(changes: Changes): boolean {
  return changes.kind === 'none';
}

export function describe(changes: Changes, previousVersion: number): ChangeDescription {
  return {
    fieldsAdded: changes.added,
    fieldsUpdated: changes.updated,
    fieldsDeleted: changes.deleted,
    previousVersion: versionNumber(previousVersion),
  };
}

/** The names of all changes. */
export function changedNames({ fieldsAdded, fieldsUpdated, fieldsDeleted }: ChangeDescription): string[] {
  return [fieldsAdded, fieldsUpdated, fieldsDeleted].flat().map(({ name }) => name);
}

/** Records a change of `deleted`, which `diffEntity` ignores because clients cannot set it. */
export function recordDeleted(changes: Changes, before: boolean, after: boolean): void {
  push(changes, 'updated', { name: 'deleted', oldValue: before, newValue: after }, 'minor');
}

/** Compares two values of a trait. List items are matched by the trait's key; only the entity's own ones count. */
export function diffTrait(changes: Changes, name: string, trait: Trait, before: unknown, after: unknown): void {
  if (before === after) return;
  if (!Array.isArray(before ?? []) || !Array.isArray(after ?? [])) {
    const key = trait.write?.key ?? keyOf;
    if (isObject(before) && isObject(after) ? key(before) !== key(after) : !equal(before ?? null, after ?? null))
      record(changes, name, before, after, 'minor');
    return;
  }
  diffItems(changes, name, ownItems(before), ownItems(after), trait.write?.key ?? keyOf, {
    removed: 'minor',
    added: 'minor',
  });
}

/** Records added and removed list items, identified by `key`. */
function diffItems<T>(
  changes: Changes,
  name: string,
  before: readonly T[],
  after: readonly T[],
  key: (item: T) => unknown,
  kinds: { removed: ChangeKind; added: ChangeKind },
): void {
  const old = new Set(before.map(key));
  const now = new Set(after.map(key));
  const removed = before.filter((item) => !now.has(key(item)));
  const added = after.filter((item) => !old.has(key(item)));
  if (removed.length > 0) push(changes, 'deleted', { name, oldValue: changeText(removed) }, kinds.removed);
  if (added.length > 0) push(changes, 'added', { name, newValue: changeText(added) }, kinds.added);
}

function diffField(changes: Changes, type: EntityType, field: string, before: unknown, after: unknown): void {
  const rules = type.parts?.filter((rule) => rule.path === field || rule.path.startsWith(`${field}.`)) ?? [];
  if (rules.length === 0) {
    if (!same(before, after)) diffPlain(changes, type, field, before, after);
    return;
  }
  diffHolder(changes, field, withoutParts(before, field, rules), withoutParts(after, field, rules));
  const tags = type.traits?.find((trait) => trait.loadParts);
  for (const rule of rules) {
    const old = at({ [field]: before }, rule.path);
    const now = at({ [field]: after }, rule.path);
    diffParts(changes, rule, rule.path, partsOf(old), partsOf(now), tags);
  }
}

/** The values of custom properties. References are not recorded: who reads a change may not see what it refers to. */
function diffExtension(changes: Changes, before: unknown, after: unknown): void {
  const [old, now] = [before, after].map((value) => (isObject(value) ? value : {}));
  for (const property of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
    const values = [old, now].map((all) => (all && Object.hasOwn(all, property) ? all[property] : undefined));
    if (sameValue(values[0], values[1])) continue;
    const name = `${EXTENSION}.${quoteName(property)}`;
    if (values.some((value) => referencesIn(value).length > 0))
      push(changes, absent(values[0]) ? 'added' : absent(values[1]) ? 'deleted' : 'updated', { name }, 'minor');
    else record(changes, name, values[0], values[1], 'minor');
  }
}

/** The rest of an object that holds parts (`messageSchema`): records each changed member. */
function diffHolder(changes: Changes, field: string, before: unknown, after: unknown): void {
  if (same(before, after)) return;
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (!same(before[key], after[key])) record(changes, `${field}.${key}`, before[key], after[key], 'minor');
  } else record(changes, field, before, after, 'minor');
}

/** Lists: records added, changed and removed items, or the whole list if only the order changed. */
function diffPlain(changes: Changes, type: EntityType, field: string, before: unknown, after: unknown): void {
  const kind = type.majorFields?.includes(field) ? 'major' : 'minor';
  const lists = Array.isArray(before) && Array.isArray(after) && !absent(before) && !absent(after);
  const found = noChanges();
  if (lists && type.namedItems?.includes(field)) diffNamed(found, field, before, after, kind);
  else if (lists) diffItems(found, field, before, after, stableText, { removed: kind, added: kind });
  if (isEmpty(found)) record(found, field, before, after, kind);
  for (const list of ['added', 'updated', 'deleted'] as const)
    for (const change of found[list]) push(changes, list, change, found.kind);
}

function diffNamed(changes: Changes, field: string, before: Fields[], after: Fields[], kind: ChangeKind): void {
  diffByName(changes, field, before, after, { removed: kind, added: kind }, (name, old, now) => {
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)]))
      if (!same(old[key], now[key])) record(changes, `${name}.${key}`, old[key], now[key], kind);
  });
}

function diffParts(
  changes: Changes,
  rule: PartRule,
  path: string,
  before: Fields[],
  after: Fields[],
  tags: Trait | undefined,
): void {
  const removed = rule.dispensable ? 'minor' : 'major';
  diffByName(changes, path, before, after, { removed, added: 'minor' }, (name, old, now) =>
    diffPart(changes, rule, name, old, now, tags),
  );
}

/** Records added and removed items, identified by name, and calls `look` for the items in both lists. */
function diffByName(
  changes: Changes,
  path: string,
  before: readonly Fields[],
  after: readonly Fields[],
  kinds: { removed: ChangeKind; added: ChangeKind },
  look: (path: string, before: Fields, after: Fields) => void,
): void {
  diffItems(changes, path, before, after, (item) => item.name, kinds);
  const oldByName = new Map(before.map((item) => [item.name, item]));
  for (const item of after) {
    const old = oldByName.get(item.name);
    if (old) look(`${path}.${quoteName(String(item.name))}`, old, item);
  }
}

const partOwned = new Set(['name', 'fullyQualifiedName', 'ordinalPosition']);

function diffPart(
  changes: Changes,
  rule: PartRule,
  path: string,
  before: Fields,
  after: Fields,
  tags: Trait | undefined,
): void {
  for (const field of new Set([...descriptiveFields, ...Object.keys(before), ...Object.keys(after)])) {
    if (partOwned.has(field)) continue;
    const name = `${path}.${field}`;
    if (field === rule.children) diffParts(changes, rule, path, partsOf(before[field]), partsOf(after[field]), tags);
    else if (field === 'tags' && tags) diffTrait(changes, name, tags, before.tags, after.tags);
    else if (field === EXTENSION) diffPartExtension(changes, name, before[field], after[field]);
    else if (!same(before[field], after[field]))
      record(changes, name, before[field], after[field], isMajor(rule, field, before, after) ? 'major' : 'minor');
  }
}

/** The values of custom properties of a part; as those of entities, without references. */
function diffPartExtension(changes: Changes, name: string, before: unknown, after: unknown): void {
  if (same(storedExtension(before), storedExtension(after))) return;
  const [old, now] = [withoutReferences(before), withoutReferences(after)];
  if (!same(old, now)) record(changes, name, old, now, 'minor');
  else push(changes, absent(before) ? 'added' : absent(after) ? 'deleted' : 'updated', { name }, 'minor');
}

/** Whether the change is incompatible: the part may no longer accept all values that it accepted before. */
function isMajor(rule: PartRule, field: string, before: Fields, after: Fields): boolean {
  if (rule.major?.includes(field)) return true;
  const limit = after[field];
  if (!rule.limits?.includes(field) || typeof limit !== 'number') return false;
  const old = before[field];
  return typeof old !== 'number' || limit < old;
}

function record(changes: Changes, name: string, before: unknown, after: unknown, kind: ChangeKind): void {
  if (name.startsWith('$')) push(changes, 'updated', { name: name.slice(1) }, kind);
  else if (absent(before)) push(changes, 'added', { name, newValue: changeText(after) }, kind);
  else if (absent(after)) push(changes, 'deleted', { name, oldValue: changeText(before) }, kind);
  else push(changes, 'updated', { name, oldValue: changeText(before), newValue: changeText(after) }, kind);
}

function push(changes: Changes, list: 'added' | 'updated' | 'deleted', change: FieldChange, kind: ChangeKind): void {
  if (list === 'updated' && changes.updated.some((known) => known.name === change.name)) return;
  changes[list].push(change);
  changes.kind = worseKind(changes.kind, kind);
}

/** In change descriptions, lists and objects are JSON text without links and without custom properties that hold references; scalars are plain. */
function changeText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return JSON.stringify(value, (key, inner: unknown) =>
    key === 'href' ? undefined : key === EXTENSION ? withoutReferences(inner) : inner,
  );
}

/** null, undefined and an empty list are equivalent. */
function absent(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function same(a: unknown, b: unknown): boolean {
  return absent(a) ? absent(b) : equal(a, b);
}

function partsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value : [];
}

function ownItems(value: unknown): unknown[] {
  return Array.isArray(value) ? value.filter(isOwnItem) : [];
}

function keyOf(item: unknown): string {
  const key = isObject(item) ? (item.id ?? item.fullyQualifiedName ?? item.name) : item;
  return typeof key === 'object' ? JSON.stringify(key) : String(key);
}

/** JSON text with sorted keys, so that equal values have equal texts. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

function withoutParts(value: unknown, field: string, rules: readonly PartRule[]): unknown {
  if (rules.some((rule) => rule.path === field)) return undefined;
  if (!isObject(value)) return value;
  const copy = structuredClone(value);
  for (const rule of rules) {
    const steps = rule.path.split('.').slice(1);
    const last = steps.pop();
    const holder = steps.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), copy);
    if (last !== undefined && isObject(holder)) delete holder[last];
  }
  return copy;
}

/**
 * Fields whose values are not identical (`!==`). Order: descriptive fields, then traits, then the rest in the order of
 * `after`.
 */
function changedFields(type: EntityType, before: Fields, after: Fields): Iterable<string> {
  const changed = new Set<string>();
  for (const field of Object.keys(after)) if (after[field] !== before[field]) changed.add(field);
  for (const field of Object.keys(before)) if (after[field] !== before[field]) changed.add(field);
  if (changed.size < 2) return changed;
  const order = new Set<string>();
  for (const field of descriptiveFields) if (changed.has(field)) order.add(field);
  for (const { field } of type.traits ?? []) if (changed.has(field)) order.add(field);
  for (const field of changed) order.add(field);
  return order;
}
