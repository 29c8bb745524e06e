/** Size and depth of JSON values, measured without serializing them. Pure. */
import { catalogError, isObject } from '../../../contract/index.js';

/** Maximum nesting depth, far above that of real values. Needed because code that walks values is recursive. */
export const deepest = 500;

/** Approximate length of the value's JSON, in characters. */
export function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  if (depth > 2 * deepest) tooDeep();
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += sizeOf(item, depth + 1) + 1;
    return size;
  }
  if (isObject(value)) for (const name in value) size += name.length + 4 + sizeOf(value[name], depth + 1);
  return size;
}

/** Throws 400 for a value nested more deeply than a request body may be. */
export function checkNesting(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) tooDeep();
  for (const inner of Array.isArray(value) ? value : Object.values(value)) checkNesting(inner, depth + 1);
}

function tooDeep(): never {
  throw catalogError('BAD_REQUEST', `The patched value is nested more than ${deepest} levels deep`);
}
