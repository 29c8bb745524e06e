import type { Sql } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { entityValues } from './entity-columns.js';

const TEXT = `update entity set type = $2, name = $3, fqn = $4, parent_id = $5, version = $6, revision = $7,
  updated_at = $8, updated_by = $9, deleted = $10, ref = $11, refs = $12, cuts = $13, extra = $14, doc = $15,
  fqn_hash = $16 where id = $1`;

/** Replaces the row with this id; false when there is none. Throws `UniqueViolation` when the new name is taken. */
export async function updateEntity(tx: Sql, row: EntityRow): Promise<boolean> {
  return (await tx.run(TEXT, entityValues(row))) === 1;
}

/** Several at once. */
export async function updateEntities(tx: Sql, rows: readonly EntityRow[]): Promise<void> {
  await Promise.all(rows.map((row) => updateEntity(tx, row)));
}

/** Marks entities as live, soft deleted or being removed without touching their text; moves their row revision. */
export function markEntities(tx: Sql, ids: readonly string[], deleted: EntityRow['deleted']): Promise<number> {
  return tx.run(`update entity set deleted = $1, revision = revision + 1 where id in ${tx.dialect.list('$2')}`, [
    deleted,
    JSON.stringify(ids),
  ]);
}
