/** Labels with tags that are being permanently removed; they are removed in slices, because there may be many. */
import type { Sql } from '../../port.js';
import { idsBelow } from '../entities/descendants.js';
import { setDeletedState } from '../entities/update-entity.js';
import { RELATION } from '../relation-kinds.js';

/** Whether more than `limit` labels name these entities. */
export async function hasMoreLabels(sql: Sql, tagIds: readonly string[], limit: number): Promise<boolean> {
  const found = await sql.get<{ count: number }>(
    `select count(*) as count from (
        select 1 from tag_usage where tag_id in ${sql.dialect.list('$1')} limit $2) as uses`,
    [JSON.stringify(tagIds), limit + 1],
  );
  return (found?.count ?? 0) > limit;
}

/**
 * Removes about `limit` labels that name these entities, and the edges to terms that have them. Resolves to the number
 * of labels removed; fewer than `limit`: none are left.
 */
export async function removeLabels(tx: Sql, tagIds: readonly string[], limit: number): Promise<number> {
  let removed = 0;
  for (const tagId of await usedTags(tx, tagIds)) {
    if (removed >= limit) break;
    removed += await removeLabelsOf(tx, tagId, limit - removed);
  }
  return removed;
}

async function usedTags(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `select given.value as id from ${sql.dialect.list('$1')} as given
      where exists (select 1 from tag_usage where tag_id = given.value)`,
    [JSON.stringify(ids)],
  );
  return rows.map(({ id }) => id);
}

/** All of an entity at once, so that its search document is written once, however many of its parts have the label. */
async function removeLabelsOf(tx: Sql, tagId: string, limit: number): Promise<number> {
  const rows = await tx.all<{ entity_id: string }>(
    'select entity_id from tag_usage where tag_id = $1 order by entity_id limit $2',
    [tagId, limit],
  );
  const holders = [...new Set(rows.map((row) => row.entity_id))];
  const given = [tagId, JSON.stringify(holders)];
  const of = tx.dialect.list('$2');
  await tx.run(`delete from relation where from_id = $1 and kind = '${RELATION.labels}' and to_id in ${of}`, given, [
    tagId,
    ...holders,
  ]);
  return tx.run(`delete from tag_usage where tag_id = $1 and entity_id in ${of}`, given, holders);
}

/**
 * Marks what lies below an entity and is used as a label as being permanently removed, so that no label is read any
 * more, before they are removed one after the other. Their search documents are not written anew: what lies below is
 * hidden, and its documents are removed with it.
 */
export async function markLabelsBelow(tx: Sql, rootId: string): Promise<void> {
  const used = await usedTags(tx, await idsBelow(tx, rootId));
  if (used.length === 0) return;
  await setDeletedState(tx, used, 2);
  await tx.run(`delete from search_touched where id in ${tx.dialect.list('$1')}`, [JSON.stringify(used)]);
}
