import { searchEntitiesWithQuery } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { readHits } from '../../data/search.js';
import { useOperation } from '../../data/use-operation.js';

/** The name by which people know a user, where an answer only has the one they sign in with. */
export function usePersonName(username: string): string {
  const filter = { query: { bool: { must: [{ term: { 'name.keyword': username } }] } } };
  const question = { query: { q: '*', index: 'user', size: 1, query_filter: JSON.stringify(filter) } };
  const answer = useOperation(searchEntitiesWithQuery, question, {
    enabled: username !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [hit] = answer.data ? readHits(answer.data.value as JsonObject).hits : [];
  return hit?.name ?? username;
}
