import { createHash } from 'node:crypto';
import type { SqlValue } from '../../port.js';
import type { EntityRow } from '../../rows.js';

const COLUMNS: readonly (keyof EntityRow)[] = [
  'id',
  'type',
  'name',
  'fqn',
  'parent_id',
  'version',
  'revision',
  'updated_at',
  'updated_by',
  'deleted',
  'ref',
  'refs',
  'cuts',
  'extra',
  'doc',
];

/** The columns of an `EntityRow`, for `select` and `insert`. */
export const ENTITY_COLUMNS = COLUMNS.join(', ');

/** The same columns of the table under an alias. */
export function entityColumnsOf(alias: string): string {
  return COLUMNS.map((column) => `${alias}.${column}`).join(', ');
}

/** Values for `ENTITY_COLUMNS`, then the hash of the name. */
export function entityValues(row: EntityRow): SqlValue[] {
  return [...COLUMNS.map((column) => row[column]), hashFqn(row.fqn)];
}

/** Names are unique by hash: an index row could not hold the longest ones. */
export function hashFqn(fqn: string): Uint8Array {
  return createHash('sha256').update(fqn).digest();
}
