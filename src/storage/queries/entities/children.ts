import { cached, type Sql } from '../../port.js';
import type { EntityRow, ShownRow } from '../../rows.js';
import { createParameters } from '../parameters.js';
import { shownColumnsOf } from './entity-columns.js';
import { type EntityQuery, rowConditions, statesOf } from './entity-query.js';

export type ChildRow = Pick<EntityRow, 'id' | 'type' | 'deleted' | 'ref'> & { parent_id: string };

/** Number of direct children of an entity. */
export async function childCount(
  sql: Sql,
  parentId: string,
  include: 'non-deleted' | 'deleted' | 'all' = 'non-deleted',
): Promise<number> {
  const states = statesOf({ include }).join(', ');
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from entity where parent_id = $1 and deleted in (${states})`,
    [parentId],
  );
  return row?.count ?? 0;
}

/** Those of the given ids that some entity, deleted or not, lies directly in. */
export async function parentsAmong(sql: Sql, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const given = JSON.stringify(ids);
  // A subquery for each id, so that no planner reads all entities instead.
  const load = () =>
    sql.all<{ id: string }>(
      `select given.value as id from ${sql.dialect.list('$1')} as given
        where (select child.id from entity child where child.parent_id = given.value limit 1) is not null`,
      [given],
    );
  const rows = await cached(sql, `parents ${given}`, load, (found) => 40 * (ids.length + found.length));
  return rows.map(({ id }) => id);
}

/** References of the direct children of several entities, by parent and name; optionally of some types only. */
export function listChildren(
  sql: Sql,
  parentIds: readonly string[],
  { types, include }: { types?: readonly string[]; include?: 'non-deleted' | 'deleted' | 'all' } = {},
): Promise<ChildRow[]> {
  const states = statesOf({ include: include ?? 'non-deleted' }).join(', ');
  return sql.all<ChildRow>(
    `select parent_id, id, type, deleted, ref from entity
      where parent_id in ${sql.dialect.list('$1')} and deleted in (${states})${types ? ` and type in ${sql.dialect.list('$2')}` : ''}
      order by parent_id, fqn, id`,
    types ? [JSON.stringify(parentIds), JSON.stringify(types)] : [JSON.stringify(parentIds)],
  );
}

/** A page of the direct children of `query.parentId`, by name, and the number of all. */
export async function childrenPage(
  sql: Sql,
  query: EntityQuery & { parentId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ShownRow[]; total: number }> {
  const parameters = createParameters();
  const conditions = [`e.type = ${parameters.add(query.type)}`, `e.deleted in (${statesOf(query).join(', ')})`];
  const where = [...conditions, ...rowConditions(query, sql.dialect, parameters)].join(' and ');
  const count = sql.get<{ total: number }>(
    `select count(*) as total from entity e where ${where}`,
    parameters.values.slice(),
  );
  const page = `limit ${parameters.add(limit)} offset ${parameters.add(offset)}`;
  const rows = sql.all<ShownRow>(
    `select ${shownColumnsOf('e')} from entity e where ${where} order by e.fqn, e.id ${page}`,
    parameters.values,
  );
  return { rows: await rows, total: (await count)?.total ?? 0 };
}
