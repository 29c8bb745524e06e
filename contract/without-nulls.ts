import { isObject } from './json-schema.js';

/**
 * The value without properties that are null, at every depth: on input a null means "absent" (clients write every field
 * they leave out as null). Items of arrays stay. Returns the same object when there is nothing to leave out.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return mapChanged(value);
  if (!isObject(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    const before = value[name];
    const after = typeof before === 'object' && before !== null ? withoutNulls(before) : before;
    if (after === before && before !== null) continue;
    copy ??= { ...value };
    if (before === null) delete copy[name];
    else copy[name] = after;
  }
  return copy ?? value;
}

function mapChanged(items: unknown[]): unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'object' || item === null) continue;
    const after = withoutNulls(item);
    if (after === item) continue;
    copy ??= [...items];
    copy[index] = after;
  }
  return copy ?? items;
}
