import type { Sql } from '../../port.js';
import type { ReferenceRow } from '../entities/get-entities.js';

/**
 * One page, by id, of the live entities at the other ends of an entity's edges of a kind. `end`: the end of the edge
 * at which `id` is.
 */
export function listRelated(
  sql: Sql,
  { id, kind, end, after, limit }: { id: string; kind: string; end: 'to' | 'from'; after?: string; limit: number },
): Promise<ReferenceRow[]> {
  const other = end === 'to' ? 'from' : 'to';
  return sql.all<ReferenceRow>(
    `select other.id, other.type, other.deleted, other.ref from relation edge
      join entity other on other.id = edge.${other}_id and other.deleted = 0
      where edge.${end}_id = $1 and edge.kind = $2 and edge.${other}_id > $3 order by edge.${other}_id limit $4`,
    [id, kind, after ?? '', limit],
  );
}
