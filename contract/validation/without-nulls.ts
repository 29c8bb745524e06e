import { isObject } from '../json.js';

/**
 * The value without null properties, at every depth: in a request, null means "absent" (clients send null for every
 * field they leave out). Array items are preserved. Returns the same object if there is nothing to remove. `onText` is
 * called for every string.
 */
export function withoutNulls(value: unknown, onText: (text: string) => void = ignore): unknown {
  if (Array.isArray(value)) return mapChanged(value, onText);
  if (typeof value === 'string') onText(value);
  if (!isObject(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    const before = value[name];
    onText(name);
    if (typeof before === 'string') onText(before);
    const after = typeof before === 'object' && before !== null ? withoutNulls(before, onText) : before;
    if (after === before && before !== null) continue;
    copy ??= { ...value };
    if (before === null) delete copy[name];
    else copy[name] = after;
  }
  return copy ?? value;
}

function ignore(): void {}

function mapChanged(items: unknown[], onText: (text: string) => void): unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    if (typeof item === 'string') onText(item);
    if (typeof item !== 'object' || item === null) continue;
    const after = withoutNulls(item, onText);
    if (after === item) continue;
    copy ??= [...items];
    copy[index] = after;
  }
  return copy ?? items;
}
