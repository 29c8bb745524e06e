import type { Sql } from '../../port.js';
import type { EntityRow, RelationRow } from '../../rows.js';

/** An edge with the state and the reference of the entity at its other end. */
export type EdgeRow = RelationRow & Pick<EntityRow, 'deleted' | 'ref'>;

const COLUMNS =
  'edge.from_id, edge.from_type, edge.kind, edge.to_id, edge.to_type, edge.ord, edge.data, other.deleted, other.ref';

/** Edges into entities, with what they come from; by entity, kind and order. */
export function relationsTo(sql: Sql, toIds: readonly string[], kinds: readonly string[]): Promise<EdgeRow[]> {
  return edges(sql, 'to_id', 'from_id', toIds, kinds);
}

/** Edges out of entities, with what they lead to; by entity, kind and order. */
export function relationsFrom(sql: Sql, fromIds: readonly string[], kinds: readonly string[]): Promise<EdgeRow[]> {
  return edges(sql, 'from_id', 'to_id', fromIds, kinds);
}

function edges(
  sql: Sql,
  mine: string,
  theirs: string,
  ids: readonly string[],
  kinds: readonly string[],
): Promise<EdgeRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return sql.all<EdgeRow>(
    `select ${COLUMNS} from relation edge join entity other on other.id = edge.${theirs} and other.deleted < 2
      where edge.${mine} in ${sql.dialect.list('$1')} and edge.kind in ${sql.dialect.list('$2')}
      order by edge.${mine}, edge.kind, edge.ord, edge.${theirs}`,
    [JSON.stringify(ids), JSON.stringify(kinds)],
  );
}

/** One edge; undefined when it is not there. */
export function getRelation(
  sql: Sql,
  edge: Pick<RelationRow, 'from_id' | 'kind' | 'to_id'>,
): Promise<RelationRow | undefined> {
  return sql.get<RelationRow>(
    `select from_id, from_type, kind, to_id, to_type, ord, data from relation
      where from_id = $1 and kind = $2 and to_id = $3`,
    [edge.from_id, edge.kind, edge.to_id],
  );
}

/** How many edges of a kind lead into (or out of) each entity; entities without any are left out. */
export function countRelations(
  sql: Sql,
  { ids, kind, end }: { ids: readonly string[]; kind: string; end: 'to' | 'from' },
): Promise<{ id: string; count: number }[]> {
  return sql.all(
    `select ${end}_id as id, count(*) as count from relation
      where ${end}_id in ${sql.dialect.list('$1')} and kind = $2 group by ${end}_id`,
    [JSON.stringify(ids), kind],
  );
}
