import { type Sql, searchHits } from '../../storage/index.js';
import { keyToken, referenceToken } from '../indexing/key-token.js';
import type { ImpliedOptions } from './implied-words.js';

const MOST_CONTAINERS = 500;

/**
 * Finds the containers that the given entities own or are domains of: their descendants inherit from them. Cached per
 * list of ids.
 */
export function createContainerFinder(sql: Sql, types: readonly string[]): ImpliedOptions['containersOf'] {
  const known = new Map<string, Promise<readonly string[] | null>>();
  async function find(ids: readonly string[]): Promise<readonly string[] | null> {
    if (ids.length === 0) return [];
    const hits = await searchHits(
      sql,
      {
        words: {
          kind: 'and',
          of: [
            { kind: 'or', of: ids.map((id) => ({ kind: 'word', token: referenceToken(id), in: ['refs'] })) },
            {
              kind: 'or',
              of: types.map((type) => ({ kind: 'word', token: keyToken('entityType', type), in: ['keys'] })),
            },
          ],
        },
        conditions: [],
      },
      MOST_CONTAINERS + 1,
      MOST_CONTAINERS + 1,
    );
    return hits.length > MOST_CONTAINERS ? null : hits.map(({ id }) => id);
  }
  return (ids) => {
    const name = ids.join(' ');
    const found = known.get(name) ?? find(ids);
    known.set(name, found);
    return found;
  };
}
