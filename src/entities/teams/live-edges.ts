import { groupBy } from '../../context/index.js';
import { type EdgeRow, relationsFrom, relationsTo, type Sql } from '../../storage/index.js';

/** Edges of these kinds from what is not deleted, by the entity that they lead to. */
export async function liveTo(ids: readonly string[], kinds: string[], sql: Sql): Promise<Map<string, EdgeRow[]>> {
  return liveBy('to_id', ids.length === 0 ? [] : await relationsTo(sql, ids, kinds));
}

/** Edges of these kinds to what is not deleted, by the entity that they come from. */
export async function liveFrom(ids: readonly string[], kinds: string[], sql: Sql): Promise<Map<string, EdgeRow[]>> {
  return liveBy('from_id', ids.length === 0 ? [] : await relationsFrom(sql, ids, kinds));
}

function liveBy(end: 'from_id' | 'to_id', edges: readonly EdgeRow[]): Map<string, EdgeRow[]> {
  return groupBy(
    edges.filter(({ deleted }) => deleted === 0),
    (edge) => edge[end],
  );
}
