import type { Sql } from '../../port.js';
import { createParameters, type Parameters } from '../parameters.js';
import { RELATION } from '../relation-kinds.js';
import { compareIds } from '../relations/lock-order.js';
import { whileThere } from '../relations/while-there.js';
import { filterCondition, type RowFilter, type SeenTypes, seenCondition } from '../row-filter.js';

/** Something that happened to an entity. */
export interface ActivityRow {
  id: string;
  kind: string;
  entity_type: string;
  entity_id: string;
  /** The field: `columns::id::description`; '' for the entity itself. */
  part: string;
  /** View operation that the field needs beyond the basic one; ''. */
  operation: string;
  actor_name: string;
  at: number;
  /** JSON text of further fields. */
  doc: string;
}

const NAMES = ['id', 'kind', 'entity_type', 'entity_id', 'part', 'operation', 'actor_name', 'at', 'doc'] as const;
const columns = NAMES.map((name) => `a.${name}`).join(', ');

/** Adds activity; none of entities that somebody removes meanwhile, who would leave it behind. */
export async function insertActivity(tx: Sql, rows: readonly ActivityRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { dialect } = tx;
  const values = NAMES.map((name) => {
    const value = dialect.field('given.value', name);
    return name === 'at' ? `cast(${value} as ${dialect.types.integer})` : value;
  });
  const inOrder = rows.toSorted((a, b) => compareIds(a.entity_id, b.entity_id));
  await tx.run(
    `insert into activity (${NAMES.join(', ')}) select ${values.join(', ')} from ${dialect.list('$1')} as given
     where ${whileThere(dialect, [dialect.field('given.value', 'entity_id')])}`,
    [JSON.stringify(inOrder.map((row) => JSON.stringify(row)))],
  );
}

export function getActivity(sql: Sql, id: string): Promise<ActivityRow | undefined> {
  return sql.get<ActivityRow>(`select ${columns} from activity a where a.id = $1`, [id]);
}

/** Selects activity on entities that the reader may see. */
export interface ActivityQuery {
  seen: readonly SeenTypes[] | null;
  since: number;
  entityType?: string;
  entityId?: string;
  part?: string;
  actorName?: string;
  /** What the entity has to be. */
  filter?: RowFilter;
  /** Own the entity, or something that contains it: few, where `filter` alone would look at all activity there is. */
  near?: readonly string[];
  /** Follows the entity. */
  followerId?: string;
}

/** Newest first. */
export function listActivity(
  sql: Sql,
  query: ActivityQuery & { limit: number; offset: number },
): Promise<ActivityRow[]> {
  const parameters = createParameters();
  const where = conditionOf(query, sql, parameters);
  return sql.all<ActivityRow>(
    `select ${columns} from activity a join entity e on e.id = a.entity_id and e.deleted < 2 where ${where}
      order by a.at desc, a.id desc limit ${parameters.add(query.limit)} offset ${parameters.add(query.offset)}`,
    parameters.values,
  );
}

export async function countActivity(sql: Sql, query: ActivityQuery): Promise<{ operation: string; count: number }[]> {
  const parameters = createParameters();
  const where = conditionOf(query, sql, parameters);
  return sql.all(
    `select a.operation, count(*) as count from activity a join entity e on e.id = a.entity_id and e.deleted < 2
      where ${where} group by a.operation`,
    parameters.values,
  );
}

function conditionOf(query: ActivityQuery, { dialect }: Sql, parameters: Parameters): string {
  const conditions = [`a.at >= ${parameters.add(query.since)}`, seenCondition(query.seen, 'e', dialect, parameters)];
  const { part, filter } = query;
  if (query.entityType !== undefined) conditions.push(`a.entity_type = ${parameters.add(query.entityType)}`);
  if (query.entityId !== undefined) conditions.push(`a.entity_id = ${parameters.add(query.entityId)}`);
  if (query.actorName !== undefined) conditions.push(`a.actor_name = ${parameters.add(query.actorName)}`);
  if (part) {
    const inside = `${part}::`;
    conditions.push(
      `(a.part = ${parameters.add(part)}
        or substr(a.part, 1, ${parameters.add([...inside].length)}) = ${parameters.add(inside)})`,
    );
  }
  if (filter) conditions.push(filterCondition(filter, 'e', dialect, parameters));
  if (query.followerId !== undefined)
    conditions.push(`a.entity_id in (select f.to_id from relation f
      where f.from_id = ${parameters.add(query.followerId)} and f.kind = '${RELATION.follows}')`);
  if (query.near) {
    const owners = dialect.list(parameters.add(JSON.stringify(query.near)));
    conditions.push(`a.entity_id in (with recursive near (id) as (
        select o.to_id from relation o where o.kind = '${RELATION.owns}' and o.from_id in ${owners}
        union
        select part.id from near join entity part on part.parent_id = near.id)
      select id from near)`);
  }
  return conditions.join(' and ');
}

/** Removes up to `limit` rows from before a time. */
export function deleteActivityBefore(tx: Sql, at: number, limit: number): Promise<number> {
  return tx.run('delete from activity where id in (select id from activity where at < $1 order by at limit $2)', [
    at,
    limit,
  ]);
}
