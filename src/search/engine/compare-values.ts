import type { SqlValue } from '../../storage/index.js';

const plain = /^[\x00-\x7f]*$/;

/** Texts are compared by their bytes, as the database does. */
export function compareValues(a: SqlValue, b: SqlValue): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string')
    return plain.test(a) && plain.test(b) ? (a < b ? -1 : 1) : Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
