// What a stored connection contains, as fields that people can read. Pure.

import { MASK } from '../../../entities/fields/mask.js';
import { fieldName } from '../../../words/connection-fields.js';

export type LeafValue = string | number | boolean;

/** One value of a connection, with the names that lead to it: `['authType', 'password']`. */
export interface Leaf {
  path: readonly string[];
  value: LeafValue;
}

/** What the connector can do, and which it is; both are the same for all services of a product. */
const isFixed = (key: string) => key === 'type' || /^supports[A-Z]/.test(key);

export function leavesOf(config: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof config === 'string' || typeof config === 'number' || typeof config === 'boolean')
    return path.length === 0 ? [] : [{ path, value: config }];
  if (typeof config !== 'object' || config === null) return [];
  return Object.entries(config).flatMap(([key, value]) =>
    path.length === 0 && isFixed(key) ? [] : leavesOf(value, [...path, key]),
  );
}

export function isSecret({ value }: Leaf): boolean {
  return value === MASK;
}

export function keyOfLeaf({ path }: Leaf): string {
  return path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}

/** "Authentication: Password"; items of lists by their number. */
export function labelOf({ path }: Leaf): string {
  return path.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : fieldName(part))).join(': ');
}
