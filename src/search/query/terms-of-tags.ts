import { RELATION, relationsFrom, relationsTo, type Sql } from '../../storage/index.js';

/**
 * These labels and the terms that have them: documents hold the ids of their own labels only, and what has a term has
 * the labels of the term too.
 */
export async function withTermsOf(labelIds: readonly string[], sql: Sql): Promise<string[]> {
  if (labelIds.length === 0) return [];
  const edges = await relationsFrom(sql, labelIds, [RELATION.labels]);
  return [...new Set([...labelIds, ...edges.map(({ to_id }) => to_id)])];
}

/** The labels that these bring to what has them: ids of tags by id of term. */
export async function labelsOfTerms(labelIds: readonly string[], sql: Sql): Promise<Map<string, string[]>> {
  const labels = new Map<string, string[]>();
  if (labelIds.length === 0) return labels;
  for (const { from_id, to_id } of await relationsTo(sql, labelIds, [RELATION.labels]))
    labels.set(to_id, [...(labels.get(to_id) ?? []), from_id]);
  return labels;
}
