import { searchEntitiesWithQuery } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { readHits } from '../../data/search.js';
import { useOperation } from '../../data/use-operation.js';

/** As many are asked for at once; others are shown by the name that they sign in with. */
const MOST = 100;

/** The names by which people know users, where an answer only has those they sign in with. */
export function usePersonNames(usernames: readonly string[]): (username: string) => string {
  const asked = [...new Set(usernames)].filter((name) => name !== '').sort();
  const filter = { query: { bool: { must: [{ terms: { 'name.keyword': asked.slice(0, MOST) } }] } } };
  const question = { query: { q: '*', index: 'user', size: MOST, query_filter: JSON.stringify(filter) } };
  const answer = useOperation(searchEntitiesWithQuery, question, {
    enabled: asked.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { hits } = answer.data ? readHits(answer.data.value as JsonObject) : { hits: [] };
  const names = new Map(hits.map(({ name, source }) => [String(source.name), name]));
  return (username) => names.get(username) ?? username;
}

export function usePersonName(username: string): string {
  return usePersonNames([username])(username);
}
