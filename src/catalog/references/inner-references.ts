/**
 * References inside the fields of an entity, such as the owners of a task. They are stored with the entity; responses
 * complete them from the current state of what they refer to, so that they follow renames and deletes. Works on text,
 * because parsing each entity would dominate. Pure.
 */
import { isObject } from '../../../contract/index.js';
import type { EntityType, Fields } from '../define/define.js';

export interface InnerReference {
  /** Top-level field. */
  in: string;
  /** Name of the member that holds a reference or a list of references, at any depth; that of the field itself, if it does. */
  field: string;
  /** The member is an object with such a value under each of its names, as custom properties are. */
  byName?: true;
  /** The schema requires the member: it stays, marked as deleted, when its entity is gone. */
  required?: true;
  /** Left out for readers who may not see the entity. */
  guarded?: true;
}

type Holder = Pick<EntityType, 'references'>;

/** Reference texts by entity id. */
export type KnownReferences = ReadonlyMap<string, string>;

/** Ids of all references in a text of stored fields. */
export function innerIds(text: string, { references = [] }: Holder): string[] {
  const ids: string[] = [];
  if (!hasInnerId(text)) return ids;
  for (const [field, { byName }] of fieldsOf(references))
    eachMember(text, field, (_start, from, end) => {
      const value = parsed(text.slice(from, end));
      for (const inner of byName && isObject(value) ? Object.values(value) : [value])
        for (const item of referencesOf(inner)) ids.push(item.id);
    });
  return ids;
}

/** Whether an id follows that of the entity itself. Most texts have none, and finding that out is faster than looking for each field. */
function hasInnerId(text: string): boolean {
  return text.includes('id":"', '{"id":"'.length);
}

/** The text with complete references. Those to entities that do not exist any more are left out. */
export function completeInner(text: string, { references = [] }: Holder, known: KnownReferences): string {
  let completed = text;
  for (const [field, { byName, required }] of fieldsOf(references))
    completed = replaceMembers(completed, field, (value) =>
      byName ? completeByName(value, known) : completeText(value, known, required),
    );
  return completed;
}

/** null if no name is left. */
function completeByName(value: unknown, known: KnownReferences): string | null | undefined {
  if (!isObject(value) || Object.values(value).every((inner) => referencesOf(inner).length === 0)) return undefined;
  const members: string[] = [];
  for (const [name, inner] of Object.entries(value)) {
    const text = completeText(inner, known, false);
    if (text !== null && text !== '[]') members.push(`${JSON.stringify(name)}:${text ?? JSON.stringify(inner)}`);
  }
  return members.length === 0 ? null : `{${members.join(',')}}`;
}

function completeText(value: unknown, known: KnownReferences, required: boolean): string | null | undefined {
  const textOf = (item: unknown) => {
    if (!isReference(item)) return JSON.stringify(item);
    return known.get(item.id) ?? (required ? JSON.stringify({ ...item, deleted: true }) : null);
  };
  if (isReference(value)) return textOf(value);
  if (!Array.isArray(value) || !value.some(isReference)) return undefined;
  return `[${value.flatMap((item) => textOf(item) ?? []).join(',')}]`;
}

/** A field as stored: of each reference what does not change, or rarely; of those by name only what identifies them. */
export function storedInner(type: Holder, root: string, value: unknown): unknown {
  return mapInner(type, root, value, ({ id, type: name, name: named, fullyQualifiedName }, byName) => ({
    id,
    type: name,
    ...(named === undefined || byName ? {} : { name: named }),
    ...(fullyQualifiedName === undefined || byName ? {} : { fullyQualifiedName }),
  }));
}

/** Where a value stands: in a member that holds references, in one that holds them by name, under one of its names, or elsewhere. */
type Place = 'field' | 'names' | 'named' | 'other';

/** A copy of a field with other references; the same object if it has none. */
export function mapInner(
  { references = [] }: Holder,
  root: string,
  value: unknown,
  change: (reference: Fields & { id: string }, byName: boolean) => unknown,
): unknown {
  const fields = fieldsOf(references.filter((one) => one.in === root));
  return fields.size === 0 ? value : mapped(value, below('other', root));

  function mapped(inner: unknown, place: Place): unknown {
    if ((place === 'field' || place === 'named') && isReference(inner)) return change(inner, place === 'named');
    if (Array.isArray(inner)) {
      const items = inner.map((item) => mapped(item, place));
      return items.some((item, i) => item !== inner[i]) ? items : inner;
    }
    if (!isObject(inner)) return inner;
    const entries = Object.entries(inner).map(([key, item]) => [key, mapped(item, below(place, key))] as const);
    return entries.some(([key, item]) => item !== inner[key]) ? Object.fromEntries(entries) : inner;
  }

  function below(place: Place, key: string): Place {
    const field = fields.get(key);
    if (place === 'names') return 'named';
    return field === undefined ? 'other' : field.byName ? 'names' : 'field';
  }
}

/** What the members of each name are. */
function fieldsOf(references: readonly InnerReference[]): Map<string, { byName: boolean; required: boolean }> {
  const fields = new Map<string, { byName: boolean; required: boolean }>();
  for (const { field, byName = false, required = false } of references)
    fields.set(field, { byName, required: required || fields.get(field)?.required === true });
  return fields;
}

function referencesOf(value: unknown): (Fields & { id: string })[] {
  return [value].flat().filter(isReference);
}

function isReference(value: unknown): value is Fields & { id: string } {
  return isObject(value) && typeof value.id === 'string' && typeof value.type === 'string';
}

/** Replaces the values of a member: null removes it, undefined leaves it. */
function replaceMembers(text: string, field: string, change: (value: unknown) => string | null | undefined): string {
  let changed = '';
  let copied = 0;
  eachMember(text, field, (start, from, end) => {
    const value = change(parsed(text.slice(from, end)));
    if (value === undefined) return;
    if (value !== null) {
      changed += text.slice(copied, from) + value;
      copied = end;
      return;
    }
    const isFirst = text[start - 1] !== ',';
    changed += text.slice(copied, isFirst ? start : Math.max(copied, start - 1));
    copied = isFirst && text[end] === ',' ? end + 1 : end;
  });
  return changed + text.slice(copied);
}

/** Calls `visit` for every member of the name: where its name begins, where its value begins, and behind that. */
function eachMember(text: string, field: string, visit: (start: number, from: number, end: number) => void): void {
  // In JSON text, quotes inside of strings are escaped: this can only be the name of a member.
  const key = `"${field}":`;
  for (let start = text.indexOf(key); start >= 0; start = text.indexOf(key, start + key.length)) {
    const from = start + key.length;
    const opening = text[from];
    if (opening === '{' || opening === '[') visit(start, from, endOf(text, from));
  }
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

/** The offset behind the object or list that begins at `start`. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const c = text[at];
    if (c === '"') {
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return at + 1;
  }
  throw new Error('the stored text ends inside a value');
}
