import { hash } from 'node:crypto';
import type { Sql, SqlValue } from '../../port.js';
import type { EntityRow, ShownRow } from '../../rows.js';

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

const SHOWN: readonly (keyof ShownRow)[] = [
  'id',
  'type',
  'fqn',
  'version',
  'revision',
  'deleted',
  'refs',
  'cuts',
  'extra',
  'doc',
];

/** The columns of an `EntityRow`, for `select` and `insert`. */
export const ENTITY_COLUMNS = COLUMNS.join(', ');

/** The columns of a `ShownRow`. */
export const SHOWN_COLUMNS = SHOWN.join(', ');

/** The same columns, qualified with a table alias. */
export function entityColumnsOf(alias: string): string {
  return COLUMNS.map((column) => `${alias}.${column}`).join(', ');
}

export function shownColumnsOf(alias: string): string {
  return SHOWN.map((column) => `${alias}.${column}`).join(', ');
}

/** Values for `ENTITY_COLUMNS`, followed by the hash of the name. */
export function entityValues(row: EntityRow): SqlValue[] {
  return [...COLUMNS.map((column) => row[column]), hashFqn(row.fqn)];
}

/** Names are unique by hash, because the longest ones exceed the size of an index row. */
export function hashFqn(fqn: string): Uint8Array {
  return Buffer.from(hash('sha256', fqn, 'binary'), 'latin1'); // cheaper than requesting a buffer
}

/** Condition of the rows with these names. A single name is compared directly, which is planned once. */
export function namedRows(
  { dialect }: Sql,
  type: string,
  fqns: readonly string[],
): { condition: string; values: SqlValue[] } {
  const [only] = fqns;
  if (only !== undefined && fqns.length === 1)
    return { condition: 'type = $1 and fqn_hash = $2', values: [type, hashFqn(only)] };
  const hashes = JSON.stringify(fqns.map((fqn) => Buffer.from(hashFqn(fqn)).toString('hex')));
  const condition = `type = $1 and fqn_hash in (select ${dialect.unhex('value')} from ${dialect.list('$2')} as hashes)`;
  return { condition, values: [type, hashes] };
}
