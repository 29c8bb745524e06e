/**
 * Uses of entities that are being permanently removed: labels with tags, and edges from owners, domains and others. They
 * are removed in slices, because there may be many, and every entity that has one is reindexed.
 */
import type { Sql } from '../../port.js';
import type { RelationRow } from '../../rows.js';
import { idsBelow } from '../entities/descendants.js';
import { setDeletedState } from '../entities/update-entity.js';
import { RELATION } from '../relation-kinds.js';

/** An edge stays that decides who sees an entity: it goes with the entity. */
const STAYS = `kind <> '${RELATION.about}'`;

/** Whether there are more than `limit` labels with these entities and edges from them. */
export async function hasMoreUses(sql: Sql, ids: readonly string[], limit: number): Promise<boolean> {
  const given = sql.dialect.list('$1');
  const found = await sql.get<{ count: number }>(
    `select count(*) as count from (
        select 1 from (select 1 from tag_usage where tag_id in ${given} limit $2) as labels
        union all
        select 1 from (select 1 from relation where from_id in ${given} and ${STAYS} limit $2) as edges) as uses`,
    [JSON.stringify(ids), limit + 1],
  );
  return (found?.count ?? 0) > limit;
}

export interface RemovedUses {
  /** How many labels and edges; fewer than the limit: none are left. */
  count: number;
  edges: readonly RemovedEdge[];
}

export type RemovedEdge = Pick<RelationRow, 'from_id' | 'kind' | 'to_id'>;

/** Removes about `limit` labels with these entities and edges from them. */
export async function removeUses(tx: Sql, ids: readonly string[], limit: number): Promise<RemovedUses> {
  const labels = await removeLabels(tx, ids, limit);
  const edges = labels < limit ? await removeEdges(tx, ids, limit - labels) : [];
  return { count: labels + edges.length, edges };
}

async function removeEdges(tx: Sql, ids: readonly string[], limit: number): Promise<RemovedEdge[]> {
  const rows = await tx.all<RemovedEdge>(
    `select from_id, kind, to_id from relation where from_id in ${tx.dialect.list('$1')} and ${STAYS} limit $2`,
    [JSON.stringify(ids), limit],
  );
  const groups = new Map<string, { from: string; kind: string; to: string[] }>();
  for (const { from_id: from, kind, to_id } of rows) {
    const group = groups.get(`${from} ${kind}`) ?? { from, kind, to: [] };
    group.to.push(to_id);
    groups.set(`${from} ${kind}`, group);
  }
  for (const { from, kind, to } of groups.values())
    await tx.run(
      `delete from relation where from_id = $1 and kind = $2 and to_id in ${tx.dialect.list('$3')}`,
      [from, kind, JSON.stringify(to)],
      [from, ...to],
    );
  return rows;
}

/** The same for labels, with the edges to terms that have them. */
async function removeLabels(tx: Sql, tagIds: readonly string[], limit: number): Promise<number> {
  let removed = 0;
  for (const tagId of await usedTags(tx, tagIds)) {
    if (removed >= limit) break;
    removed += await removeLabelsOf(tx, tagId, limit - removed);
  }
  return removed;
}

function usedTags(sql: Sql, ids: readonly string[]): Promise<string[]> {
  return usedAmong(sql, ids, 'exists (select 1 from tag_usage where tag_id = given.value)');
}

async function usedAmong(sql: Sql, ids: readonly string[], isUsed: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `select given.value as id from ${sql.dialect.list('$1')} as given where ${isUsed}`,
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
 * Marks what lies below an entity and is used as being permanently removed, so that no label and no edge is read any
 * more, before they are removed one after the other. Their search documents are not rewritten: what lies below is
 * hidden, and its documents are removed with it.
 */
export async function markUsedBelow(tx: Sql, rootId: string): Promise<void> {
  const isUsed = `exists (select 1 from tag_usage where tag_id = given.value)
    or exists (select 1 from relation where from_id = given.value and ${STAYS})`;
  const used = await usedAmong(tx, await idsBelow(tx, rootId), isUsed);
  if (used.length === 0) return;
  await setDeletedState(tx, used, 2);
  await tx.run(`delete from search_touched where id in ${tx.dialect.list('$1')}`, [JSON.stringify(used)]);
}

/** Ids of the entities of some types that are being permanently removed and may still have edges. */
export async function idsOfRemoved(sql: Sql, types: readonly string[]): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `select id from entity where type in ${sql.dialect.list('$1')} and deleted = 2`,
    [JSON.stringify(types)],
  );
  return rows.map(({ id }) => id);
}
