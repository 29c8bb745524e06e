/** Parses JSON Patch documents (RFC 6902) and determines which fields they touch. Pure. */
import { catalogError, isObject } from '../../../contract/index.js';

export type Operation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; path: string; from: string };

const kinds = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** Enough to describe every column of a very wide table in one patch. */
const maxOperations = 10_000;
const maxPointerLength = 4096;
/** In keys. Each level of nested columns takes two. */
const maxPointerDepth = 100;

/**
 * The operations of a body. Throws 400 if it is not a JSON Patch document, or has too many operations or too deep
 * paths.
 */
export function readPatch(body: unknown): Operation[] {
  if (!Array.isArray(body))
    throw catalogError('BAD_REQUEST', 'The body must be a JSON Patch document: an array of operations');
  if (body.length > maxOperations)
    throw catalogError('BAD_REQUEST', `A patch may have at most ${maxOperations} operations, not ${body.length}`);
  for (const [i, step] of body.entries()) {
    const where = `operation ${i}`;
    if (!isObject(step) || typeof step.op !== 'string' || !kinds.has(step.op))
      throw catalogError('BAD_REQUEST', `${where}: op must be one of ${[...kinds].join(', ')}`);
    checkPointer(step.path, `${where}: path`);
    if (step.op === 'move' || step.op === 'copy') checkPointer(step.from, `${where}: from`);
    if ((step.op === 'add' || step.op === 'replace' || step.op === 'test') && !Object.hasOwn(step, 'value'))
      throw catalogError('BAD_REQUEST', `${where}: value is required`);
  }
  return body;
}

function checkPointer(path: unknown, where: string): void {
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/')) || path.length > maxPointerLength)
    throw catalogError('BAD_REQUEST', `${where} must be a JSON Pointer`);
  const keys = pointerKeys(path);
  if (keys.length > maxPointerDepth)
    throw catalogError('BAD_REQUEST', `${where} is more than ${maxPointerDepth} levels deep`);
}

/**
 * Throws 400 for paths to inherited object properties such as `__proto__`, against prototype pollution. No field has
 * such a name.
 */
export function refuseInherited(operations: readonly Operation[]): void {
  for (const [i, step] of operations.entries())
    for (const path of 'from' in step && typeof step.from === 'string' ? [step.path, step.from] : [step.path]) {
      const name = /\/__proto__(?:\/|$)/.test(path) ? '__proto__' : topField(path);
      if (name in Object.prototype)
        throw catalogError('BAD_REQUEST', `operation ${i}: unknown field ${name} (${step.op} ${path.slice(0, 200)})`);
    }
}

/** Top-level fields that the operations can change; `''` stands for the whole document. */
export function fieldsTouched(operations: readonly Operation[]): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const step of operations) {
    fields.add(topField(step.path));
    if (step.op === 'move') fields.add(topField(step.from));
  }
  return fields;
}

/**
 * Paths, as keys, whose values the operations reveal by testing, copying or moving them. No keys: the whole document.
 */
export function pathsRead(operations: readonly Operation[]): string[][] {
  const pointers = new Set<string>();
  for (const step of operations)
    if (step.op === 'test') pointers.add(step.path);
    else if (step.op === 'copy' || step.op === 'move') pointers.add(step.from);
  return [...pointers].map(pointerKeys);
}

/** First key of a pointer; `''` for the whole document. */
export function topField(pointer: string): string {
  const end = pointer.indexOf('/', 1);
  return unescapeKey(end < 0 ? pointer.slice(1) : pointer.slice(1, end));
}

export function pointerKeys(path: string): string[] {
  const keys = path.split('/');
  keys.shift();
  return path.includes('~') ? keys.map(unescapeKey) : keys;
}

function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
