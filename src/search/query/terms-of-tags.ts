import { RELATION, relationsFrom, type Sql } from '../../storage/index.js';

/**
 * These labels and the terms that have them: documents hold the ids of their own labels only, and what has a term has
 * the labels of the term too.
 */
export async function withTermsOf(labelIds: readonly string[], sql: Sql): Promise<string[]> {
  if (labelIds.length === 0) return [];
  const edges = await relationsFrom(sql, labelIds, [RELATION.labels]);
  return [...new Set([...labelIds, ...edges.map(({ to_id }) => to_id)])];
}
