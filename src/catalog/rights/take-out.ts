import type { EntityType, Fields, PartRule } from '../define/define.js';
import { at, isObject } from '../document/document.js';
import { splitFqn } from '../document/fqn.js';
import type { Named } from './sight.js';

/** Both change descriptions of an entity or event. */
const descriptions = ['changeDescription', 'incrementalChangeDescription'] as const;

interface Change {
  name: string;
  oldValue?: unknown;
  newValue?: unknown;
}

/** Returns the edited change, or null to remove it. */
export type EditChange = (change: Change) => Change | null;

export function editChanges(value: Fields, edit: EditChange): void {
  for (const key of descriptions) {
    const description = value[key];
    if (!isObject(description)) continue;
    const edited: Fields = {};
    for (const [kind, list] of Object.entries(description))
      edited[kind] = Array.isArray(list) ? list.flatMap((change: Change) => edit(change) ?? []) : list;
    if (isObject(edited.changeSummary)) keepSources(edited, edited.changeSummary);
    value[key] = edited;
  }
}

/** Keeps the sources of the changes that are left, as their names tell of changes. */
function keepSources(description: Fields, sources: Fields): void {
  const names = new Set(Object.values(description).flatMap((list) => (Array.isArray(list) ? list.map(nameOf) : [])));
  const left = Object.entries(sources).filter(([name]) => names.has(name));
  if (left.length > 0) description.changeSummary = Object.fromEntries(left);
  else delete description.changeSummary;
}

const nameOf = ({ name }: Change): string => name;

/** Old and new values of the wanted changes, parsed if they are JSON text. */
export function changedValues(value: Fields, wanted: (name: string) => boolean): unknown[] {
  const found: unknown[] = [];
  editChanges(value, (change) => {
    if (wanted(change.name)) found.push(parsed(change.oldValue), parsed(change.newValue));
    return change;
  });
  return found;
}

/** Applies `edit` to both values of a change; null if neither is left. */
export function editValues(change: Change, edit: (value: unknown) => unknown): Change | null {
  const edited: Change = { name: change.name };
  let left = false;
  let had = false;
  for (const key of ['oldValue', 'newValue'] as const) {
    if (change[key] === undefined) continue;
    had = true;
    const value = edit(parsed(change[key]));
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    left = true;
    edited[key] = typeof change[key] === 'string' && typeof value !== 'string' ? JSON.stringify(value) : value;
  }
  return left || !had ? edited : null;
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Removes fields from an entity, from its parts and from its change descriptions. */
export function removeFields(type: EntityType, value: Fields, hidden: ReadonlySet<string>): void {
  for (const field of hidden) delete value[field];
  const rules = guardedParts(type);
  for (const rule of rules) removeOfParts(at(value, rule.path), rule, hidden);
  editChanges(value, (change) => {
    const keys = splitFqn(change.name);
    if (hidden.has(rootOf(change.name))) return null;
    const within = rules.filter(({ path }) => overlaps(path, keys));
    if (within.length === 0) return change;
    // `columns.<name>.<field>`: the last key is a part field only after the name of a part.
    const field = keys.at(-1) ?? '';
    if (hidden.has(field) && within.some(({ path }) => keys.length > path.split('.').length + 1)) return null;
    return editValues(change, (inner) => {
      for (const rule of within) removeOfParts(below(inner, rule, keys), rule, hidden);
      return inner;
    });
  });
}

/** Lists whose items may have guarded fields. */
function guardedParts(type: EntityType): Pick<PartRule, 'path' | 'children'>[] {
  return [...(type.parts ?? []), ...(type.likeParts ?? [])];
}

function overlaps(path: string, keys: readonly string[]): boolean {
  return path.split('.').every((key, i) => i >= keys.length || keys[i] === key);
}

/** The parts in the value of a change: the value itself, or what the rest of the rule's path leads to within it. */
function below(value: unknown, { path }: Pick<PartRule, 'path'>, keys: readonly string[]): unknown {
  const rest = path.split('.').slice(keys.length);
  return rest.length === 0 || !isObject(value) ? value : at(value, rest.join('.'));
}

function removeOfParts(parts: unknown, rule: Pick<PartRule, 'children'>, hidden: ReadonlySet<string>): void {
  for (const part of Array.isArray(parts) ? parts : [parts]) {
    if (!isObject(part)) continue;
    for (const field of hidden) delete part[field];
    if (rule.children) removeOfParts(part[rule.children], rule, hidden);
  }
}

/** The top-level field that a change belongs to. */
export function rootOf(name: string): string {
  return splitFqn(name)[0] ?? '';
}

/** All references in a value, at any depth. */
export function namedIn(value: unknown, isType: (name: string) => boolean): Named[] {
  if (Array.isArray(value)) return value.flatMap((item) => namedIn(item, isType));
  if (!isObject(value)) return [];
  if (isNamed(value) && isType(value.type)) return [value];
  return Object.values(value).flatMap((item) => namedIn(item, isType));
}

/**
 * A copy without the references that are not visible; undefined if the value is such a reference itself. A list item
 * that holds such a reference is left out with it: without it, it says nothing (`relatedTerms`).
 */
export function withoutUnseen(
  value: unknown,
  visible: ReadonlySet<string>,
  isType: (name: string) => boolean,
): unknown {
  if (Array.isArray(value))
    return value
      .filter((item) => !isObject(item) || !Object.values(item).some((inner) => isUnseen(inner, visible, isType)))
      .map((item) => withoutUnseen(item, visible, isType))
      .filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  if (isNamed(value) && isType(value.type)) return isUnseen(value, visible, isType) ? undefined : value;
  const kept: Fields = {};
  for (const [key, item] of Object.entries(value)) {
    const shown = withoutUnseen(item, visible, isType);
    if (shown !== undefined) kept[key] = shown;
  }
  return kept;
}

function isUnseen(value: unknown, visible: ReadonlySet<string>, isType: (name: string) => boolean): boolean {
  return isNamed(value) && isType(value.type) && !visible.has(value.id);
}

function isNamed(value: unknown): value is Fields & Named {
  return isObject(value) && typeof value.id === 'string' && typeof value.type === 'string';
}
