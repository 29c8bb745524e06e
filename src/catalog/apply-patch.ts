/** JSON Patch (RFC 6902) on plain values. Pure. */
import type { Operation } from 'fast-json-patch';
import fastJsonPatch from 'fast-json-patch';
import { catalogError } from '../../contract/index.js';
import type { Fields } from './define.js';

const { applyPatch, deepClone } = fastJsonPatch;
const kinds = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** The operations of a body. Anything that is no JSON Patch document is 400. */
export function readPatch(body: unknown): Operation[] {
  if (!Array.isArray(body))
    throw catalogError('BAD_REQUEST', 'The body must be a JSON Patch document: an array of operations');
  for (const [i, step] of (body as Fields[]).entries()) {
    const where = `operation ${i}`;
    if (typeof step !== 'object' || step === null || !kinds.has(String(step.op)))
      throw catalogError('BAD_REQUEST', `${where}: op must be one of ${[...kinds].join(', ')}`);
    if (!isPointer(step.path)) throw catalogError('BAD_REQUEST', `${where}: path must be a JSON Pointer`);
    if ((step.op === 'move' || step.op === 'copy') && !isPointer(step.from))
      throw catalogError('BAD_REQUEST', `${where}: from must be a JSON Pointer`);
    if ((step.op === 'add' || step.op === 'replace' || step.op === 'test') && !Object.hasOwn(step, 'value'))
      throw catalogError('BAD_REQUEST', `${where}: value is required`);
  }
  return body as Operation[];
}

/** Whether the operations can change a top-level field. */
export function touches(operations: readonly Operation[], field: string): boolean {
  const reaches = (path: string) => path === '' || pointerKeys(path)[0] === field;
  return operations.some((step) => reaches(step.path) || (step.op === 'move' && reaches(step.from)));
}

/** The places whose values the operations tell, as keys: what a step tests, copies or moves. No keys stand for all. */
export function placesRead(operations: readonly Operation[]): string[][] {
  const pointers = operations.flatMap((step) =>
    step.op === 'test' ? [step.path] : step.op === 'copy' || step.op === 'move' ? [step.from] : [],
  );
  return [...new Set(pointers)].map(pointerKeys);
}

/**
 * The patched copy of `value`; a path that is not there or a failed test is 400. Fields that no step can change are not
 * copied: they are the same objects in both.
 */
export function applyOperations(value: Fields, operations: readonly Operation[]): unknown {
  let document: unknown = copyTouched(value, operations);
  for (const step of operations) {
    openList(document, step);
    checkIndexes(document, step);
    try {
      document = applyPatch(document, [step], true, true, true).newDocument;
    } catch (error) {
      const { name = 'bad operation' } = error as { name?: string };
      throw catalogError(
        'BAD_REQUEST',
        `The patch cannot be applied: ${name} at ${step.op} ${step.path.slice(0, 200)}`,
      );
    }
  }
  return document;
}

function copyTouched(value: Fields, operations: readonly Operation[]): Fields {
  const changing = operations.filter((step) => step.op !== 'test');
  const paths = changing.flatMap((step) => (step.op === 'move' ? [step.path, step.from] : [step.path]));
  if (paths.includes('')) return deepClone(value) as Fields;
  const copy = { ...value };
  for (const field of new Set(paths.map((path) => pointerKeys(path)[0] as string)))
    if (Object.hasOwn(copy, field)) copy[field] = deepClone(copy[field]);
  return copy;
}

/** compat: clients that saw no list add to its first place; an absent list counts as empty then (tables-crud, ingestion). */
function openList(document: unknown, step: Operation): void {
  if (step.op !== 'add') return;
  const keys = pointerKeys(step.path);
  const last = keys.pop();
  const field = keys.pop();
  if ((last !== '0' && last !== '-') || field === undefined || field === '__proto__') return;
  let holder: unknown = document;
  for (const key of keys) holder = ownValue(holder, key);
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return;
  if (Object.hasOwn(holder, field) && (holder as Fields)[field] !== undefined && (holder as Fields)[field] !== null)
    return;
  (holder as Fields)[field] = [];
}

/** RFC 6901: an index has no leading zeros. */
function checkIndexes(document: unknown, step: Operation): void {
  for (const path of 'from' in step ? [step.path, step.from] : [step.path]) {
    let holder = document;
    for (const key of pointerKeys(path)) {
      if (Array.isArray(holder) && !/^(-|0|[1-9]\d*)$/.test(key))
        throw catalogError('BAD_REQUEST', `The patch cannot be applied: bad index at ${step.op} ${path.slice(0, 200)}`);
      holder = ownValue(holder, key);
    }
  }
}

export function ownValue(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Fields)[key]
    : undefined;
}

function isPointer(path: unknown): path is string {
  return typeof path === 'string' && (path === '' || path.startsWith('/')) && path.length <= 4096;
}

function pointerKeys(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
