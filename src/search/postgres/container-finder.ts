import { type Sql, searchHits, type WordQuery } from '../../storage/index.js';
import { keyToken, referenceToken } from '../indexing/key-token.js';
import type { ImpliedOptions } from './implied-words.js';

const MOST_CONTAINERS = 500;

/** Types whose entities pass on owners or domains. */
export interface PassingTypes {
  /** To what lies in them: those in which documents of these types can lie, or of any type (null). */
  containersOf(types: readonly string[] | null): readonly string[];
  /** To what refers to them, or to one below. */
  readonly domains: readonly string[];
}

/**
 * Finds the containers that the given entities own or are domains of, whose descendants inherit from them, and the
 * domains below these, which others refer to. Cached per lists of ids and types.
 */
export function createContainerFinder(
  sql: Sql,
  { containersOf, domains }: PassingTypes,
): ImpliedOptions['containersOf'] {
  const known = new Map<string, Promise<readonly string[] | null>>();

  async function find(ids: readonly string[], types: readonly string[] | null): Promise<readonly string[] | null> {
    if (ids.length === 0) return [];
    const found = await referring(ids, [...new Set([...containersOf(types), ...domains])]);
    if (found === null) return null;
    const places = found.flatMap(({ id, type }) => (domains.includes(type) ? [id] : []));
    const below = places.length === 0 ? [] : await referring(places, domains);
    return below && [...new Set([...found, ...below].map(({ id }) => id))];
  }

  /** null: too many. */
  async function referring(ids: readonly string[], types: readonly string[]) {
    const refs: WordQuery[] = ids.map((id) => ({ kind: 'word', token: referenceToken(id), in: ['refs'] }));
    const ofTypes: WordQuery[] = types.map((type) => ({
      kind: 'word',
      token: keyToken('entityType', type),
      in: ['keys'],
    }));
    const of: WordQuery[] = [
      { kind: 'or', of: refs },
      { kind: 'or', of: ofTypes },
    ];
    const words: WordQuery = { kind: 'and', of };
    const hits = await searchHits(sql, { words, conditions: [] }, MOST_CONTAINERS + 1, MOST_CONTAINERS + 1);
    return hits.length > MOST_CONTAINERS ? null : hits;
  }

  return (ids, types) => {
    const name = JSON.stringify([ids, types]);
    const found = known.get(name) ?? find(ids, types);
    known.set(name, found);
    return found;
  };
}
