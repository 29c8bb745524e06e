import type { Sql, SqlValue } from '../../port.js';
import type { EntityRow, HistoryRow, WrittenRow } from '../../rows.js';
import { insertHistory, putHistory } from '../history/history.js';
import { entityValues } from './entity-columns.js';

// Indexed columns are set only when they change: SQLite rewrites the index entry in any case, one page per index.
const CONTENT = `update entity set name = $2, version = $3, revision = $4, updated_at = $5, updated_by = $6, ref = $7,
    refs = $8, cuts = $9, extra = $10, doc = $11
  where id = $1 and type = $12 and fqn = $13 and parent_id is not distinct from $14 and deleted = $15`;
const WHOLE = `update entity set type = $2, name = $3, fqn = $4, parent_id = $5, version = $6, revision = $7,
  updated_at = $8, updated_by = $9, deleted = $10, ref = $11, refs = $12, cuts = $13, extra = $14, doc = $15,
  fqn_hash = $16 where id = $1`;

/** Replaces the row with this id; false if there is none. Throws `UniqueViolation` if the new name is taken. */
export async function updateEntity(tx: Sql, row: WrittenRow): Promise<boolean> {
  const only = [row.id];
  const found =
    (await tx.run(CONTENT, contentValues(row), only)) === 1 || (await tx.run(WHOLE, entityValues(row), only)) === 1;
  if (found) tx.written?.set(row.id, row);
  return found;
}

const CONTENT_AND_HISTORY = `with past as (${putHistory(['$1', '$16', '$17', '$18', '$19'])}) ${CONTENT}`;

/** Replaces the row of an entity and stores its former version; together where a statement is a round trip. */
export async function replaceVersion(tx: Sql, row: WrittenRow, former: HistoryRow): Promise<void> {
  if (!tx.dialect.remote) {
    await insertHistory(tx, [former]);
    await updateEntity(tx, row);
    return;
  }
  const { version, updated_at, updated_by, doc } = former;
  const values = [...contentValues(row), version, updated_at, updated_by, doc];
  if ((await tx.run(CONTENT_AND_HISTORY, values, [row.id])) === 1) tx.written?.set(row.id, row);
  else await updateEntity(tx, row);
}

function contentValues(row: EntityRow): SqlValue[] {
  const { id, name, version, revision, updated_at, updated_by, ref, refs, cuts, extra, doc } = row;
  const content = [id, name, version, revision, updated_at, updated_by, ref, refs, cuts, extra, doc];
  return [...content, row.type, row.fqn, row.parent_id, row.deleted];
}

/** Updates several rows. */
export async function updateEntities(tx: Sql, rows: readonly WrittenRow[]): Promise<void> {
  await Promise.all(rows.map((row) => updateEntity(tx, row)));
}

/**
 * Marks entities as live, soft deleted or being removed without rewriting their text; increments their row revision.
 */
export function setDeletedState(tx: Sql, ids: readonly string[], deleted: EntityRow['deleted']): Promise<number> {
  const text = `update entity set deleted = $1, revision = revision + 1 where id in ${tx.dialect.list('$2')}`;
  return tx.run(text, [deleted, JSON.stringify(ids)], ids);
}
