/** Policy operations that a request needs. Pure. */

import type { Operation as PatchStep } from '../change/read-patch.js';
import type { EntityType, Fields } from '../define/define.js';
import { eachPart, isObject } from '../document/document.js';
import { equal } from '../document/equal.js';
import { isOwnItem } from '../document/own-items.js';
import { commonlyGuarded, guardOf } from './guarded-fields.js';

const edits: Readonly<Record<string, string>> = {
  description: 'EditDescription',
  displayName: 'EditDisplayName',
  extension: 'EditCustomFields',
  lifeCycle: 'EditLifeCycle',
  certification: 'EditCertification',
  entityStatus: 'EditStatus',
};

/** Uses `hasOwn`, because patch paths can name inherited properties such as `constructor`. */
function editOf(field: string, type: EntityType, before: Fields): string {
  return (Object.hasOwn(edits, field) ? edits[field] : undefined) ?? type.edit?.operation(before) ?? 'EditAll';
}

/** Operations required to read these `fields`. `type` defines the meaning of `*`. */
export function viewOperations(fields: string | undefined, type?: EntityType): string[] {
  const operations = new Set(['ViewBasic']);
  for (const field of fields?.split(',') ?? [])
    for (const name of field.trim() === '*' ? requestFields(type) : [field.trim()]) {
      const operation = guardOf(name, type);
      if (operation !== undefined) operations.add(operation);
    }
  return [...operations];
}

function requestFields(type: EntityType | undefined): readonly string[] {
  return type ? [...(type.traits ?? []).map(({ field }) => field), ...(type.onRequest ?? [])] : commonlyGuarded;
}

/** Operations required for a PATCH of `before`. Includes `ViewBasic`, because the response shows the entity. */
export function patchOperations(type: EntityType, steps: readonly PatchStep[], before: Fields): string[] {
  const operations = new Set(['ViewBasic']);
  for (const step of steps) {
    for (const operation of readOperations(type, step)) operations.add(operation);
    if (step.op === 'test') continue;
    for (const operation of stepOperations(type, step, step.path, before)) operations.add(operation);
    if (step.op === 'move')
      for (const operation of stepOperations(type, step, step.from, before)) operations.add(operation);
  }
  return [...operations];
}

/** View operations: a step that tests, copies or moves a value reveals it. */
function readOperations(type: EntityType, step: PatchStep): string[] {
  const read = step.op === 'test' ? step.path : step.op === 'copy' || step.op === 'move' ? step.from : null;
  return read === null ? [] : viewOperations(read === '' ? '*' : read.split('/')[1], type);
}

function stepOperations(type: EntityType, step: PatchStep, pointer: string, before: Fields): string[] {
  const path = pointer.split('/').slice(1);
  const field = path[0] ?? '';
  const part = partField(type, path);
  const name = part ?? field;
  if (name === 'tags') return tagOperations(step, path, before);
  const trait = part === null ? type.traits?.find((candidate) => candidate.field === name) : undefined;
  const more = part === null && type.edits && Object.hasOwn(type.edits, name) ? type.edits[name] : undefined;
  return [trait?.write?.operation ?? editOf(name, type, before), ...(more === undefined ? [] : [more])];
}

/** The part field that a path points into; `''` for a whole part, null if the path is not within a part. */
function partField(type: EntityType, path: readonly string[]): string | null {
  for (const { path: place, children } of type.parts ?? []) {
    const keys = place.split('.');
    if (path.length <= keys.length || keys.some((key, i) => path[i] !== key)) continue;
    let inside = path.slice(keys.length);
    while (children !== undefined && inside[1] === children && inside.length > 2) inside = inside.slice(2);
    return inside[1] ?? '';
  }
  return null;
}

/**
 * Operations besides `EditAll` required to change `before` to `after`: based on the actual changes, not on the form of
 * the request.
 */
export function changeOperations(type: EntityType, before: Fields, after: Fields): string[] {
  const operations = new Set<string>();
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (same(before[field], after[field])) continue;
    if (field === 'tags')
      for (const label of changedItems(before.tags, after.tags)) operations.add(labelOperation(label));
    const trait = type.traits?.find((candidate) => candidate.field === field);
    if (!trait?.write) operations.add(editOf(field, type, before));
    else if (field !== 'tags' && itemsDiffer(before[field], after[field])) operations.add(trait.write.operation);
  }
  for (const rule of type.parts ?? []) {
    const old = new Map<string, Fields>();
    eachPart(before, rule, (part, path) => old.set(path, part));
    eachPart(after, rule, (part, path) => partOperations(old.get(path), part, operations));
  }
  operations.delete('EditAll');
  return [...operations];
}

/** All operations that `changeOperations` can return. */
export function possibleChangeOperations(type: EntityType): string[] {
  const ofTraits = (type.traits ?? []).flatMap((trait) => trait.write?.operation ?? []);
  const tagged = ofTraits.includes('EditTags') ? ['EditGlossaryTerms', 'EditTier'] : [];
  return [...new Set([...Object.values(edits), ...ofTraits, ...tagged, ...(type.edit?.operations ?? [])])];
}

/** The texts of a new part need no operation of their own; its tags do. */
function partOperations(old: Fields | undefined, part: Fields, operations: Set<string>): void {
  for (const label of changedItems(old?.tags, part.tags)) operations.add(labelOperation(label));
  if (!old) return;
  for (const [field, operation] of Object.entries(edits)) if (!same(old[field], part[field])) operations.add(operation);
}

function same(a: unknown, b: unknown): boolean {
  return isAbsent(a) ? isAbsent(b) : equal(a, b);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Items that are in only one of the lists; inherited and derived items are ignored. */
function changedItems(before: unknown, after: unknown): Fields[] {
  const [old, now] = [ownItems(before), ownItems(after)];
  const only = (from: Map<string, Fields>, other: Map<string, Fields>) =>
    [...from].filter(([key]) => !other.has(key)).map(([, item]) => item);
  return [...only(old, now), ...only(now, old)];
}

function ownItems(list: unknown): Map<string, Fields> {
  const items = (Array.isArray(list) ? list : []).filter(isObject).filter(isOwnItem);
  return new Map(items.map((item) => [itemKey(item), item]));
}

function itemKey(item: Fields): string {
  return item.tagFQN ? `${item.source} ${item.tagFQN}` : typeof item.id === 'string' ? item.id : JSON.stringify(item);
}

function itemsDiffer(before: unknown, after: unknown): boolean {
  const lists = [before, after].map((value) => (isObject(value) ? [value] : value));
  return changedItems(lists[0], lists[1]).length > 0 || lists.some((list) => !Array.isArray(list ?? []));
}

/** The value of an object or list at a key of a patch path. */
function memberOf(value: unknown, key: string): unknown {
  return Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;
}

/** Tiers, glossary terms and other tags have different operations. */
function tagOperations(step: PatchStep, path: readonly string[], before: Fields): string[] {
  const given = 'value' in step ? step.value : [];
  const stored = isInsertion(step, path) ? [] : path.reduce<unknown>(memberOf, before);
  // A whole list is compared with what it replaces: labels that stay need no right.
  const isList = path.at(-1) === 'tags';
  const labels = (isList ? changedItems(stored, given) : [given, stored].flat())
    .filter(isObject)
    .filter((label) => 'tagFQN' in label);
  return labels.length === 0 ? ['EditTags'] : [...new Set(labels.map(labelOperation))];
}

/** An `add` at a place in a list moves what stands there; at the name of a field it replaces the value. */
function isInsertion(step: PatchStep, path: readonly string[]): boolean {
  return step.op === 'add' && /^(?:\d+|-)$/.test(path.at(-1) ?? '');
}

function labelOperation(label: Fields): string {
  if (label.source === 'Glossary') return 'EditGlossaryTerms';
  return typeof label.tagFQN === 'string' && label.tagFQN.startsWith('Tier.') ? 'EditTier' : 'EditTags';
}
