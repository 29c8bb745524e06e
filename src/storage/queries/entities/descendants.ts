import type { Sql, SqlValue } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { listChildren } from './children.js';
import { ENTITY_COLUMNS } from './entity-columns.js';
import { getEntitiesByIds, lockRows, type RowLock } from './get-entities.js';

/**
 * Up to `limit` descendants that have no children in the given states, so that repeatedly taking a slice and removing
 * or marking it empties a subtree from its leaves. The root itself is never included; empty when done.
 */
export async function leafSlice(
  sql: Sql,
  rootId: string,
  { states, limit }: { states: readonly number[]; limit: number },
): Promise<EntityRow[]> {
  const ids: string[] = [];
  await collectLeaves(sql, rootId, { ids, limit, states: states.map(Number).join(', ') });
  return getEntitiesByIds(sql, ids);
}

/** The same, locked, with `forUpdate` if they are to be removed. A descendant that got a child from another writer meanwhile is not a leaf and is left out. */
export async function lockLeaves(
  tx: Sql,
  rootId: string,
  { states, limit, lock }: { states: readonly number[]; limit: number; lock?: RowLock },
): Promise<readonly EntityRow[]> {
  while (true) {
    const found = await leafSlice(tx, rootId, { states, limit });
    const locked = await lockRows(tx, found, lock);
    if (found.length === 0 || locked === found) return found;
    const rows = locked.filter((row) => states.includes(row.deleted));
    const children = await listChildren(
      tx,
      found.map(({ id }) => id),
      { include: 'all' },
    );
    const holders = new Set(children.filter((child) => states.includes(child.deleted)).map((child) => child.parent_id));
    const left = rows.filter((row) => !holders.has(row.id));
    if (left.length > 0) return left;
  }
}

/** Whether a subtree has more than `limit` such leaves. */
export async function hasMoreLeaves(
  sql: Sql,
  rootId: string,
  { states, limit }: { states: readonly number[]; limit: number },
): Promise<boolean> {
  const ids: string[] = [];
  await collectLeaves(sql, rootId, { ids, limit: limit + 1, states: states.map(Number).join(', ') });
  return ids.length > limit;
}

// One parent at a time, in index order, so that a limit ends the scan early.
async function collectLeaves(
  sql: Sql,
  parent: string,
  found: { ids: string[]; limit: number; states: string },
): Promise<void> {
  const { ids, limit, states } = found;
  const children = await sql.all<{ id: string; parents: number }>(
    `select e.id, case when exists (
        select 1 from entity child where child.parent_id = e.id and child.deleted in (${states})) then 1 else 0 end as parents
      from entity e where e.parent_id = $1 and e.deleted in (${states})
      order by e.${sql.dialect.rowOrder.column} limit $2`,
    [parent, limit - ids.length],
  );
  for (const { id, parents } of children) if (!parents) ids.push(id);
  for (const { id, parents } of children) if (parents && ids.length < limit) await collectLeaves(sql, id, found);
}

/** Descendants of an entity in every state, parents before their children, in slices. Used to rename a subtree. */
export async function* walkDescendants(sql: Sql, rootId: string, size = 500): AsyncGenerator<EntityRow[]> {
  const { column, start } = sql.dialect.rowOrder;
  const text = `select ${ENTITY_COLUMNS}, ${column} as row_order from entity
    where parent_id = $1 and ${column} > $2 order by ${column} limit $3`;
  const parents = [rootId];
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    let after: SqlValue = start;
    while (true) {
      const found = await sql.all<EntityRow & { row_order: SqlValue }>(text, [parent, after, size]);
      const rows = found.map(({ row_order: _, ...row }) => row);
      for (const { id } of rows) parents.push(id);
      if (rows.length > 0) yield rows;
      if (rows.length < size) break;
      after = found.at(-1)!.row_order;
    }
  }
}

/** Ids of all descendants of an entity, in every state. */
export async function idsBelow(sql: Sql, rootId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `with recursive below (id) as (
        select id from entity where parent_id = $1
        union all
        select child.id from below join entity child on child.parent_id = below.id)
      select id from below`,
    [rootId],
  );
  return rows.map(({ id }) => id);
}
