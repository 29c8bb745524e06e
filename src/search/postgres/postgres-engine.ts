/**
 * Search on PostgreSQL. The full-text index returns a bounded number of candidates with their facet tuples, which are
 * evaluated here; so the cost of a search depends on its first hits, not on the size of the catalog. Nothing is cached
 * that another server could change.
 */
import {
  candidatesByName,
  candidatesWith,
  currentTables,
  hitsBetween,
  hitsOf,
  type NamePlace,
  namesWithPrefix,
  type SearchCondition,
  type SearchHit,
  type Sql,
  type WordQuery,
} from '../../storage/index.js';
import { COUNTED_HITS, type FindOptions, type Found, type SearchEngine } from '../engine/search-engine.js';
import type { Inheritance } from '../evaluation/decide-facet-tuple.js';
import { joinWordQueries } from '../evaluation/word-query.js';
import type { Condition } from '../query/condition.js';
import { accepted, distinctFacets, firstOf } from './candidate-set.js';
import { createContainerFinder, type PassingTypes } from './container-finder.js';
import { openFacetCache } from './facet-cache.js';
import { foundAmong } from './found-among.js';
import { type Implied, impliedWords } from './implied-words.js';
import { asksContainers, isDecided, splitCondition } from './split-condition.js';
import { createThoroughSearch, type ThoroughSearch } from './thorough-search.js';

/** What the parts of a search on PostgreSQL share within one request. */
export interface PostgresSearch {
  readonly sql: Sql;
  readonly tables: Awaited<ReturnType<typeof currentTables>>;
  readonly memory: ReturnType<typeof openFacetCache>;
  find(condition: Condition, options?: FindOptions): Promise<Found>;
  /** Words that every document which meets the condition has. */
  implied(condition: Condition, broad: boolean): Promise<Implied>;
}

/** More than are counted: to learn whether there are more hits, and because some candidates may be no hits. */
const FIRST = 1.2 * COUNTED_HITS;
/** Candidates of a second query, for when most candidates of the first are not hits. */
const MANY = 100_000;
const NAMES = 500;
const MOST_NAMES = 20_000;
const STRETCH = 5_000;
const LOOKED = 2_000;

export async function openPostgresEngine(
  sql: Sql,
  inheritance: Inheritance,
  passing: PassingTypes,
): Promise<SearchEngine> {
  const tables = await currentTables(sql);
  const memory = openFacetCache(sql, tables, inheritance);
  const containersOf = createContainerFinder(sql, passing);
  const implied = (condition: Condition, broad: boolean) => impliedWords(condition, { broad, containersOf });
  const search: PostgresSearch = { sql, tables, memory, find, implied };
  const thorough = createThoroughSearch(search);

  async function find(condition: Condition, { exact = false }: FindOptions = {}): Promise<Found> {
    const { words, decided, inherits, rest } = splitCondition(condition);
    const isBounded = rest.length === 0 && !exact;
    const others: Condition = { kind: 'and', of: [decided, ...rest] };
    for await (const { query, limit } of looks({ words, others, isBounded }, implied)) {
      const candidates = await candidatesWith(sql, tables, query, limit);
      const facets = distinctFacets(candidates);
      await memory.learn(facets);
      if (inherits) await memory.learnContainers(facets);
      const hits = accepted(candidates, decided, memory);
      const isWhole = candidates.length < limit;
      if (isWhole && hits.length <= COUNTED_HITS) {
        const met = rest.length === 0 ? hits : await thorough.meeting(hits, rest);
        return foundAmong({ condition, hits: met, isMore: false }, search, thorough);
      }
      if (isBounded && hits.length > COUNTED_HITS)
        return foundAmong({ condition, hits: firstOf(hits, COUNTED_HITS), isMore: true }, search, thorough);
    }
    return thorough.find(condition);
  }

  return {
    types: null,
    find,
    beginning: createPrefixSearch(search, thorough),
    async after(condition, after, limit) {
      const stretch: SearchCondition & { to: number } = { kind: 'numbers', after, to: after + STRETCH };
      const plan = await thorough.planWithin(condition, stretch);
      return hitsBetween(sql, plan, stretch, limit);
    },
  };
}

/** The queries to try until one returns enough hits: more words first, then more candidates. */
async function* looks(
  { words, others, isBounded }: { words: WordQuery | null; others: Condition; isBounded: boolean },
  implied: PostgresSearch['implied'],
) {
  const narrow = words ? null : await implied(others, false);
  const first = words ?? narrow;
  yield { query: first, limit: FIRST };
  const all = await implied(others, true);
  const second = joinWordQueries([...(words ? [words] : []), ...(all ? [all] : [])]);
  if (JSON.stringify(second) !== JSON.stringify(first)) yield { query: second, limit: FIRST };
  if (isBounded) yield { query: second, limit: MANY };
}

function createPrefixSearch(
  { sql, tables, memory }: PostgresSearch,
  thorough: ThoroughSearch,
): SearchEngine['beginning'] {
  async function beginning(prefix: string, condition: Condition, limit: number): Promise<SearchHit[]> {
    if (!isDecided(condition)) return beginningThoroughly(prefix, condition, limit);
    const numbers: { n: number; weight: number }[] = [];
    let after: NamePlace | null = null;
    for (
      let looked = 0, size = NAMES;
      looked < MOST_NAMES && numbers.length < limit * 5;
      looked += size, size = Math.min(size * 2, 4_000)
    ) {
      const page: Awaited<ReturnType<typeof candidatesByName>> = await candidatesByName(sql, tables, prefix, {
        after,
        limit: size,
      });
      const facets = distinctFacets(page.candidates);
      await memory.learn(facets);
      if (asksContainers(condition)) await memory.learnContainers(facets);
      const hits = accepted(page.candidates, condition, memory);
      for (let i = 0; i < hits.length; i++)
        numbers.push({ n: hits.numbers[i] as number, weight: hits.weights[i] as number });
      after = page.next;
      if (after === null) break;
    }
    numbers.sort((a, b) => a.weight - b.weight || a.n - b.n);
    return hitsOf(
      sql,
      tables,
      numbers.slice(0, limit).map(({ n }) => n),
    );
  }

  async function beginningThoroughly(prefix: string, condition: Condition, limit: number): Promise<SearchHit[]> {
    const { candidates } = await candidatesByName(sql, tables, prefix, { after: null, limit: LOOKED });
    const conditions = [await thorough.resolved(condition, candidates.facets)];
    return namesWithPrefix(sql, prefix, conditions, { looked: LOOKED, limit });
  }

  return beginning;
}
