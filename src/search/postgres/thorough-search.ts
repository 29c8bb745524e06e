/**
 * Searches that count every hit: requests for exact totals, and conditions that only entity rows decide. The database
 * counts by facet tuple, the tuples are evaluated here, and those that pass are sent back as a list. Takes time
 * proportional to the number of documents that the words match.
 */
import {
  type Candidates,
  candidatesThatMeet,
  countByFacet,
  countFacetsWith,
  lighterHits,
  partLines,
  type SearchCondition,
  type SearchPlan,
  searchHits,
  sortedHits,
  type WordQuery,
} from '../../storage/index.js';
import type { Found } from '../engine/search-engine.js';
import { type Decided, decisionOf } from '../evaluation/decide-facet-tuple.js';
import { tallyOf } from '../evaluation/tally.js';
import { joinWordQueries } from '../evaluation/word-query.js';
import { both, type Condition } from '../query/condition.js';
import { filtered } from './candidate-set.js';
import type { PostgresSearch } from './postgres-engine.js';
import { asksContainers, beginsWith, splitCondition } from './split-condition.js';

export interface ThoroughSearch {
  find(condition: Condition): Promise<Found>;
  /** All hits as one query plan of the database. */
  plan(condition: Condition): Promise<SearchPlan>;
  /** The same for a range of document ids. */
  planWithin(condition: Condition, stretch: SearchCondition): Promise<SearchPlan>;
  /** The condition for the database, given the facet tuples that occur. */
  resolved(condition: Condition, facets: Iterable<number>): Promise<SearchCondition>;
  /** The candidates that meet what only the database can decide. */
  meeting(candidates: Candidates, rest: readonly Condition[]): Promise<Candidates>;
}

type Open = Pick<PostgresSearch, 'sql' | 'tables' | 'memory' | 'find' | 'implied'>;

export function createThoroughSearch(open: Open): ThoroughSearch {
  const { sql, tables, memory, find: findFirst } = open;
  const { learn, planned } = createPlanner(open);

  async function resolved(condition: Condition, given: Iterable<number>): Promise<SearchCondition> {
    const facets = [...new Set(given)];
    await learn(facets, condition);
    return resolvedBy(condition, facets, memory);
  }

  return {
    resolved,
    plan: async (condition) => (await planned(condition)).plan,
    async planWithin(condition, stretch) {
      const { words, decided, rest } = splitCondition(condition);
      const counts = await countByFacet(sql, { words, conditions: [stretch] });
      const others = await resolved(
        both([decided, ...rest]),
        counts.map(({ facet }) => facet),
      );
      return { words, conditions: [stretch, others] };
    },
    async meeting(candidates, rest) {
      const numbers = [...candidates.numbers];
      const condition = await resolved(both(rest), candidates.facets);
      const met = new Set(await candidatesThatMeet(sql, tables, numbers, condition));
      return filtered(candidates, (i) => met.has(candidates.numbers[i] as number));
    },
    find,
  };

  async function find(condition: Condition): Promise<Found> {
    const { plan, counts: decided } = await planned(condition);
    const counts = decided ?? (await countByFacet(sql, plan));
    return {
      condition,
      total: counts.reduce((sum, { count }) => sum + count, 0),
      isMore: false,
      async tally(derived) {
        await memory.learnContainers(counts.map(({ facet }) => facet));
        return tallyOf(counts, memory, derived);
      },
      narrowed: (other) => find(both([condition, other])),
      lightest: (limit) => searchHits(sql, plan, limit),
      lighter: (after, limit) => lighterHits(sql, plan, after, limit),
      lightestOf: async (other, limit) => (await findFirst(both([condition, other]))).lightest(limit),
      sorted: (sort, page) => sortedHits(sql, plan, sort, page),
      partLines: () => partLines(sql, plan),
    };
  }
}

function createPlanner({ sql, tables, memory, implied }: Open) {
  async function learn(facets: readonly number[], condition: Condition): Promise<void> {
    await memory.learn(facets);
    if (asksContainers(condition)) await memory.learnContainers(facets);
  }

  async function narrowed(condition: Condition): Promise<{ words: WordQuery | null; others: Condition }> {
    const { words, decided, rest } = splitCondition(condition);
    const others = both([decided, ...rest]);
    const more = await implied(others, true);
    return { words: joinWordQueries([...(words ? [words] : []), ...(more ? [more] : [])]), others };
  }

  async function planned(condition: Condition) {
    const { words, others } = await narrowed(condition);
    const touched = await countFacetsWith(sql, tables, words);
    const facets = touched.map(({ facet }) => facet);
    await learn(facets, others);
    const decision = decisionOf(others, memory);
    const plan: SearchPlan = { words, conditions: [resolvedBy(others, facets, memory)] };
    return { plan, counts: decision ? touched.filter(({ facet }) => decision(facet)) : null };
  }

  return { learn, planned };
}

/** Lists only tuples that were evaluated: one that a concurrent write adds was not. */
function resolvedBy(condition: Condition, facets: readonly number[], memory: Decided): SearchCondition {
  const decision = decisionOf(condition, memory);
  if (decision) return { kind: 'facets', facets: facets.filter(decision) };
  switch (condition.kind) {
    case 'words':
      return condition;
    case 'begins':
      return { kind: 'words', query: beginsWith(condition.prefix) };
    case 'path':
      return { kind: 'like', column: 'fqn', pattern: condition.pattern };
    case 'name':
      return { kind: 'like', column: 'name', pattern: condition.pattern };
    case 'ids':
      return { kind: 'list', condition: { by: 'ids', ids: condition.ids } };
    case 'rows':
      return condition.condition;
    case 'and':
    case 'or':
      return { kind: condition.kind, of: condition.of.map((part) => resolvedBy(part, facets, memory)) };
    case 'not':
      return { kind: 'not', of: resolvedBy(condition.of, facets, memory) };
    case 'combination':
      return { kind: 'or', of: [] };
  }
}
