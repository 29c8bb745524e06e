import type { Sql } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { statesOf } from './entity-query.js';

export type ChildRow = Pick<EntityRow, 'id' | 'type' | 'deleted' | 'ref'> & { parent_id: string };

/** Number of direct children of an entity. */
export async function childCount(
  sql: Sql,
  parentId: string,
  include: 'non-deleted' | 'deleted' | 'all' = 'non-deleted',
): Promise<number> {
  const states = statesOf({ type: '', include }).join(', ');
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from entity where parent_id = $1 and deleted in (${states})`,
    [parentId],
  );
  return row?.count ?? 0;
}

/** References of the direct children of several entities, by parent and name; optionally of one type only. */
export function listChildren(
  sql: Sql,
  parentIds: readonly string[],
  { type, include }: { type?: string; include?: 'non-deleted' | 'deleted' | 'all' } = {},
): Promise<ChildRow[]> {
  const states = statesOf({ type: '', include: include ?? 'non-deleted' }).join(', ');
  return sql.all<ChildRow>(
    `select parent_id, id, type, deleted, ref from entity
      where parent_id in ${sql.dialect.list('$1')} and deleted in (${states})${type === undefined ? '' : ' and type = $2'}
      order by parent_id, fqn, id`,
    type === undefined ? [JSON.stringify(parentIds)] : [JSON.stringify(parentIds), type],
  );
}
