/** A search result from candidates that are outside the database. */
import { type Candidates, hitsOf, lighterHits, partLines, type SearchPlan, sortedHits } from '../../storage/index.js';
import type { Found } from '../engine/search-engine.js';
import { tallyOf } from '../evaluation/tally.js';
import { both, type Condition } from '../query/condition.js';
import { accepted, countFacets, distinctFacets, lightestDocIds } from './candidate-set.js';
import type { PostgresSearch } from './postgres-engine.js';
import { sortedByName } from './sorted-by-name.js';
import { asksContainers, isDecided } from './split-condition.js';
import type { ThoroughSearch } from './thorough-search.js';

interface Selected {
  condition: Condition;
  hits: Candidates;
  /** Whether there are more hits than these. */
  isMore: boolean;
}

export function foundAmong(
  { condition, hits, isMore }: Selected,
  search: PostgresSearch,
  thorough: ThoroughSearch,
): Found {
  const { sql, tables, memory, find } = search;
  const lightest = (of: Candidates, limit: number) => hitsOf(sql, tables, lightestDocIds(of, null, limit));
  /** The ids of the hits, where they are complete. */
  const plan = async (): Promise<SearchPlan> =>
    isMore ? thorough.plan(condition) : { words: null, conditions: [{ kind: 'among', docIds: [...hits.numbers] }] };
  return {
    condition,
    total: hits.length,
    isMore,
    async tally(derived) {
      const counts = countFacets(hits);
      await memory.learnContainers(counts.map(({ facet }) => facet));
      return tallyOf(counts, memory, derived);
    },
    narrowed: (other) => find(both([condition, other])),
    lightest: (limit) => lightest(hits, limit),
    lighter: async (after, limit) =>
      isMore ? lighterHits(sql, await plan(), after, limit) : hitsOf(sql, tables, lightestDocIds(hits, after, limit)),
    async lightestOf(other, limit) {
      if (isMore || !isDecided(other)) return (await find(both([condition, other]))).lightest(limit);
      if (asksContainers(other)) await memory.learnContainers(distinctFacets(hits));
      return lightest(accepted(hits, other, memory), limit);
    },
    sorted: async (sort, page) =>
      (isMore && sort.by === 'name' && (await sortedByName(condition, sort, page, search))) ||
      sortedHits(sql, await plan(), sort, page),
    partLines: async () => partLines(sql, await plan()),
  };
}
