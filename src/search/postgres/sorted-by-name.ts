import { documentsByName, type SearchSort } from '../../storage/index.js';
import type { SortedHit } from '../engine/search-engine.js';
import { decisionOf } from '../evaluation/decide-facet-tuple.js';
import type { Condition } from '../query/condition.js';
import type { PostgresSearch } from './postgres-engine.js';
import { splitCondition } from './split-condition.js';

const FIRST = 500;
const MOST = 4_000;
/** Most names that are read before the database sorts all hits instead. */
const MOST_LOOKED = 40_000;

/** A page of very many hits by name: reads names in order until the page is full. Null where that takes too long. */
export async function sortedByName(
  condition: Condition,
  sort: SearchSort,
  { offset, limit }: { offset: number; limit: number },
  { sql, tables, memory }: PostgresSearch,
): Promise<SortedHit[] | null> {
  const { words, decided, inherits, rest } = splitCondition(condition);
  if (rest.length > 0) return null;
  const hits: SortedHit[] = [];
  let after = sort.after;
  for (let looked = 0, size = FIRST; looked < MOST_LOOKED; looked += size, size = Math.min(size * 2, MOST)) {
    const rows = await documentsByName(sql, tables, words, { descending: sort.descending, after }, size);
    const facets = rows.map(({ facet }) => facet);
    await memory.learn(facets);
    if (inherits) await memory.learnContainers(facets);
    const holds = decisionOf(decided, memory);
    for (const { facet, fits, ...hit } of rows) if (fits === 1 && (!holds || holds(facet))) hits.push(hit);
    if (hits.length >= offset + limit || rows.length < size) return hits.slice(offset, offset + limit);
    const last = rows.at(-1);
    if (last) after = { value: last.value, id: last.id };
  }
  return null;
}
