/**
 * Applies JSON Patches (RFC 6902) to plain values. Pure. Not a library, because a patch of a few kilobytes can cause
 * any amount of work: here the characters copied, the list items shifted and the size of the result are limited while
 * it is applied.
 */
import { catalogError, isObject } from '../../../contract/index.js';
import type { Fields } from '../define/define.js';
import { equal } from '../document/equal.js';
import { checkNesting, sizeOf } from '../document/value-size.js';
import { type Operation, pointerKeys, refuseInherited, topField } from './read-patch.js';

/** Limit for the JSON characters copied by all `copy` operations of a patch: a few milliseconds of work. */
const maxCopied = 1024 * 1024;
/** Limit for list items shifted by insertions and removals: about ten milliseconds of work at most. */
const maxShifted = 20_000_000;

/** State while a patch is applied. */
interface Work {
  document: unknown;
  /** Approximate JSON size, in characters, of the fields that the patch touches. */
  size: number;
  limit: number;
  copied: number;
  shifted: number;
}

/**
 * Returns the patched copy of `value`. Throws 400 for a path that does not exist, a failed test, a result larger than
 * `limit` (bytes) or a patch that takes too much work. Fields that no operation can change are shared with `value`, not
 * copied.
 */
export function applyOperations(value: Fields, operations: readonly Operation[], limit: number): unknown {
  refuseInherited(operations);
  const { copy, size } = copyTouched(value, operations);
  const work: Work = { document: copy, size, limit: Math.max(limit, size), copied: 0, shifted: 0 };
  for (const [i, step] of operations.entries()) {
    const refuse = (reason: string): never => {
      throw catalogError(
        'BAD_REQUEST',
        `The patch cannot be applied: ${reason}, at operation ${i} (${step.op} ${step.path.slice(0, 200)})`,
      );
    };
    applyStep(work, step, refuse);
    if (work.size > work.limit) refuse(`the patched value would be larger than ${work.limit} bytes`);
  }
  if (operations.some(({ op }) => op === 'copy' || op === 'move')) checkNesting(work.document);
  return work.document;
}

type Refuse = (reason: string) => never;

function applyStep(work: Work, step: Operation, refuse: Refuse): void {
  switch (step.op) {
    case 'add':
      openList(work.document, step.path);
      add(work, step.path, { value: step.value, size: sizeOf(step.value) }, refuse);
      break;
    case 'replace':
      replace(work, step.path, step.value, refuse);
      break;
    case 'remove':
      work.size -= sizeOf(remove(work, step.path, refuse));
      break;
    case 'test':
      if (!equal(find(work.document, step.path, refuse), step.value)) refuse('the test failed');
      break;
    case 'copy':
      add(work, step.path, copyOf(work, find(work.document, step.from, refuse), refuse), refuse);
      break;
    case 'move':
      move(work, step.from, step.path, refuse);
  }
}

function copyTouched(value: Fields, operations: readonly Operation[]): { copy: Fields; size: number } {
  const copy = { ...value };
  let size = 0;
  const fields = new Set<string>();
  let whole = false;
  for (const step of operations) {
    if (step.op === 'test') continue;
    for (const path of step.op === 'move' ? [step.path, step.from] : [step.path])
      if (path === '') whole = true;
      else fields.add(topField(path));
  }
  for (const field of whole ? Object.keys(value) : fields) {
    if (!Object.hasOwn(copy, field)) continue;
    const text: string | undefined = JSON.stringify(copy[field]);
    if (text === undefined) continue;
    size += text.length;
    copy[field] = JSON.parse(text);
  }
  return { copy, size };
}

/** A value to add and by how much it increases the size: 0 for a moved value. */
interface Addition {
  value: unknown;
  size: number;
}

function add(work: Work, path: string, { value, size }: Addition, refuse: Refuse): void {
  work.size += size;
  if (path === '') {
    work.document = value;
    return;
  }
  const { holder, key } = resolve(work.document, path, refuse);
  if (!Array.isArray(holder)) {
    if (Object.hasOwn(holder, key)) work.size -= sizeOf(holder[key]);
    holder[key] = value;
    return;
  }
  const at = key === '-' ? holder.length : indexOf(key, refuse);
  if (at > holder.length) refuse('the index is beyond the end of the list');
  shift(work, holder.length - at, refuse);
  if (at === holder.length) holder.push(value);
  else holder.splice(at, 0, value);
}

function replace(work: Work, path: string, value: unknown, refuse: Refuse): void {
  if (path === '') {
    work.size = sizeOf(value);
    work.document = value;
    return;
  }
  const { holder, key } = resolve(work.document, path, refuse);
  // compat: clients compare with documents that have more fields, such as hits of a search, which have a display name.
  const isAbsent = !Array.isArray(holder) && !(key in holder);
  if (!isAbsent) inside(holder, key, refuse);
  work.size += sizeOf(value) - (isAbsent ? 0 : sizeOf(holder[key]));
  holder[key] = value;
}

/** Returns the removed value. */
function remove(work: Work, path: string, refuse: Refuse): unknown {
  if (path === '') {
    const { document } = work;
    work.document = null;
    return document;
  }
  const { holder, key } = existing(work.document, path, refuse);
  const value = holder[key];
  if (!Array.isArray(holder)) delete holder[key];
  else {
    shift(work, holder.length - Number(key), refuse);
    holder.splice(Number(key), 1);
  }
  return value;
}

function move(work: Work, from: string, path: string, refuse: Refuse): void {
  if (path.startsWith(`${from}/`)) refuse('a value cannot be moved into itself');
  add(work, path, { value: remove(work, from, refuse), size: 0 }, refuse);
}

function copyOf(work: Work, value: unknown, refuse: Refuse): Addition {
  const size = sizeOf(value);
  work.copied += size;
  if (work.copied > maxCopied) refuse(`it copies more than ${maxCopied} characters`);
  if (work.size + size > work.limit) refuse(`the patched value would be larger than ${work.limit} bytes`);
  return { value: JSON.parse(JSON.stringify(value)), size };
}

function shift(work: Work, count: number, refuse: Refuse): void {
  work.shifted += count;
  if (work.shifted > maxShifted) refuse('it moves too many list items; replace the whole list in one operation');
}

/** An object or a list, which is also accessed by index. */
type Holder = Fields | (unknown[] & Fields);

function resolve(document: unknown, path: string, refuse: Refuse): { holder: Holder; key: string } {
  const keys = pointerKeys(path);
  const key = keys.pop() ?? refuse('its path does not exist');
  let holder = document;
  for (const inner of keys) holder = inside(holder, inner, refuse);
  if (typeof holder !== 'object' || holder === null) return refuse('its path does not exist');
  return { holder: holder as Holder, key }; // Cast: any non-null object is a Holder.
}

/** Like `resolve`, but the value must exist. */
function existing(document: unknown, path: string, refuse: Refuse): { holder: Holder; key: string } {
  const found = resolve(document, path, refuse);
  inside(found.holder, found.key, refuse);
  return found;
}

function find(document: unknown, path: string, refuse: Refuse): unknown {
  let value = document;
  for (const key of pointerKeys(path)) value = inside(value, key, refuse);
  return value;
}

function inside(holder: unknown, key: string, refuse: Refuse): unknown {
  if (Array.isArray(holder)) {
    const at = key === '-' ? holder.length : indexOf(key, refuse);
    return at < holder.length ? holder[at] : refuse('its path does not exist');
  }
  return isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : refuse('its path does not exist');
}

/** RFC 6901: an index has no leading zeros. */
function indexOf(key: string, refuse: Refuse): number {
  return /^(0|[1-9]\d{0,14})$/.test(key) ? Number(key) : refuse('a list index must be a number or -');
}

/**
 * compat: empty lists may be omitted from responses, so clients add the first item to an absent list. Creates the list
 * then.
 */
function openList(document: unknown, path: string): void {
  if (!path.endsWith('/0') && !path.endsWith('/-')) return;
  const keys = pointerKeys(path);
  keys.pop();
  const field = keys.pop();
  if (field === undefined) return;
  let holder = document;
  for (const key of keys) {
    if (Array.isArray(holder)) holder = Object.hasOwn(holder, key) ? holder[Number(key)] : undefined;
    else holder = isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  if (!isObject(holder)) return;
  const fields = holder;
  if (Object.hasOwn(fields, field) && fields[field] !== undefined && fields[field] !== null) return;
  fields[field] = [];
}
