/** How large and how deep JSON values are, without writing them out. Pure. */
import { catalogError, isObject } from '../../../contract/index.js';

/** No honest value comes near this depth; what walks over values calls itself. */
export const deepest = 500;

/** About as many characters as its JSON has. */
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

/** Refuses with 400 a value that is nested deeper than a body may be. */
export function checkNesting(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) tooDeep();
  for (const inner of Array.isArray(value) ? value : Object.values(value)) checkNesting(inner, depth + 1);
}

function tooDeep(): never {
  throw catalogError('BAD_REQUEST', `The patched value is nested more than ${deepest} levels deep`);
}
