/** Searches where the facet tuples of all documents are in memory. */
import {
  connectionValue,
  currentTables,
  type HitPlace,
  hitsByDocId,
  partsByDocId,
  prefixDocIds,
  type SearchHit,
  type Sql,
} from '../../storage/index.js';
import type { Found, SearchEngine } from '../engine/search-engine.js';
import type { Condition } from '../query/condition.js';
import type { Inheritance } from './decide-facet-tuple.js';
import { createDocIdEvaluator, type DocIdEvaluator } from './doc-id-evaluator.js';
import { type DocIdSet, filtered, lowerBound, setOf } from './doc-id-set.js';
import { createPace } from './pace.js';
import { createSearchCache, type DocIdWork, type DocumentCache } from './search-cache.js';
import { sortDocIds } from './sort-doc-ids.js';
import { tallyOf } from './tally.js';

interface Given extends DocIdWork {
  evaluator: DocIdEvaluator;
}

const PARTS_AT_ONCE = 500;
const NAMES_AT_ONCE = 10_000;
/** Most names that one prefix search reads. */
const MOST_NAMES = 100_000;
const STRETCH = 5_000;
/** Documents in the first slice, and the number of hits of one strength that suffices to choose from. */
const STRETCH_FOUND = 10_000;
const ENOUGH = 5_000;
const ROWS_AT_ONCE = 1_000;

export async function evaluateDocIds(sql: Sql, inheritance: Inheritance, now: () => number): Promise<SearchEngine> {
  const tables = await currentTables(sql);
  const pace = createPace(now);
  const memory = await connectionValue(sql, 'search', createSearchCache).current(sql, tables, pace);
  const { tuples, ofHolder } = memory;
  const work: DocIdWork = { sql, tables, memory, pace, decided: { tuples, ofHolder, inheritance } };
  const given: Given = { ...work, evaluator: createDocIdEvaluator({ ...work, now }) };
  return {
    types: typesIn(memory),
    find: async (condition) => foundOf(condition, await given.evaluator.evaluate(condition, null), given),
    beginning: (prefix, condition, limit) => namesBeginning(prefix, condition, limit, given),
    after: (condition, after, limit) => hitsBehind(condition, after, limit, given),
  };
}

function typesIn({ tuples: combinations }: DocumentCache): string[] {
  const types: string[] = [];
  for (let term = 0; term < combinations.termCount; term++)
    if (combinations.fieldName(combinations.fieldOf(term)) === 'y') types.push(combinations.valueOf(term));
  return types;
}

function foundOf(condition: Condition, docIds: DocIdSet, given: Given): Found {
  const { sql, tables, memory, decided, pace, evaluator } = given;
  return {
    condition,
    total: docIds.length,
    isMore: false,
    tally: (derived) => tallyOf(countFacets(docIds, memory), decided, derived),
    narrowed: async (other) =>
      foundOf({ kind: 'and', of: [condition, other] }, await evaluator.evaluate(other, docIds), given),
    lightest: (limit) => hitsInSlices(lightestOf(docIds, limit, memory), given),
    lighter: (after, limit) =>
      hitsInSlices(lightestOf(after ? behind(docIds, after, memory) : docIds, limit, memory), given),
    lightestOf: async (other, limit) =>
      hitsInSlices(lightestOf(await firstThatMeet(other, limit, docIds, given), limit, memory), given),
    sorted: (sort, page) => sortDocIds(docIds, sort, page, given),
    async partLines() {
      const lines: string[] = [];
      for (let i = 0; i < docIds.length; i += PARTS_AT_ONCE) {
        lines.push(await partsByDocId(sql, tables, [...docIds.subarray(i, i + PARTS_AT_ONCE)]));
        await pace.turn();
      }
      return lines.join('\n');
    },
  };
}

/** Evaluates slices of growing size until enough documents meet the condition. */
async function firstThatMeet(other: Condition, limit: number, docIds: DocIdSet, { evaluator }: Given) {
  const found: number[] = [];
  const enough = Math.max(ENOUGH, 5 * limit);
  for (let at = 0, size = STRETCH_FOUND; at < docIds.length && found.length < enough; at += size, size = at)
    for (const n of await evaluator.evaluate(other, docIds.subarray(at, at + size))) found.push(n);
  return Int32Array.from(found);
}

async function hitsInSlices(docIds: readonly number[], { sql, tables, pace }: Given): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for (let i = 0; i < docIds.length; i += ROWS_AT_ONCE) {
    hits.push(...(await hitsByDocId(sql, tables, docIds.slice(i, i + ROWS_AT_ONCE))));
    await pace.turn();
  }
  return hits;
}

function countFacets(docIds: DocIdSet, { facetOf, tuples: combinations }: DocumentCache) {
  const counts = new Int32Array(combinations.end);
  const touched: number[] = [];
  for (let i = 0; i < docIds.length; i++) {
    const facet = facetOf[docIds[i] as number] as number;
    if (counts[facet] === 0) touched.push(facet);
    counts[facet] = (counts[facet] as number) + 1;
  }
  return touched.map((facet) => ({ facet, count: counts[facet] as number }));
}

/** The documents behind a position: heavier, or as heavy with a higher id. */
function behind(docIds: DocIdSet, { weight, n }: HitPlace, { weightOf }: DocumentCache): DocIdSet {
  return filtered(docIds, (other) => {
    const heavier = (weightOf[other] as number) - weight;
    return heavier > 0 || (heavier === 0 && other > n);
  });
}

const WEIGHTS = 256;

/** Counting sort: counts weights first, so that all documents are visited twice and nothing is sorted. */
function lightestOf(docIds: DocIdSet, limit: number, { weightOf }: DocumentCache): number[] {
  if (docIds.length === 0 || limit <= 0) return [];
  const counts = new Int32Array(WEIGHTS);
  for (let i = 0; i < docIds.length; i++) (counts[weightOf[docIds[i] as number] as number] as number)++;
  const places = new Int32Array(WEIGHTS);
  let sum = 0;
  for (let weight = 0; weight < WEIGHTS; weight++) {
    places[weight] = sum;
    sum += counts[weight] as number;
  }
  const first = new Array<number>(Math.min(limit, docIds.length));
  for (let i = 0; i < docIds.length; i++) {
    const n = docIds[i] as number;
    const weight = weightOf[n] as number;
    const place = places[weight] as number;
    if (place < first.length) first[place] = n;
    places[weight] = place + 1;
  }
  return first;
}

/** Visibility is decided in memory, so a one-letter prefix costs no more than an index scan. */
async function namesBeginning(prefix: string, condition: Condition, limit: number, given: Given): Promise<SearchHit[]> {
  const { sql, tables, memory, pace, evaluator } = given;
  let seen: number[] = [];
  let after: { key: string; n: number } | null = null;
  for (
    let looked = 0, size = limit * 5;
    looked < MOST_NAMES && seen.length < limit * 5;
    looked += size, size = Math.min(looked, NAMES_AT_ONCE)
  ) {
    const page: Awaited<ReturnType<typeof prefixDocIds>> = await prefixDocIds(sql, tables, prefix, {
      after,
      limit: size,
    });
    const visible = new Set(await evaluator.evaluate(condition, setOf(page.docIds)));
    seen = [...seen, ...page.docIds.filter((n) => visible.has(n))];
    after = page.last;
    if (!after) break;
    await pace.turn();
  }
  return hitsByDocId(sql, tables, lightestOf(setOf(seen), limit, memory));
}

async function hitsBehind(condition: Condition, after: number, limit: number, given: Given) {
  const { sql, tables, memory, evaluator } = given;
  const end = after + STRETCH;
  const all = memory.all();
  const stretch = all.subarray(lowerBound(all, after + 1), lowerBound(all, end + 1));
  const found = await evaluator.evaluate(condition, stretch);
  const hits = await hitsByDocId(sql, tables, [...found.subarray(0, limit)]);
  const next = found.length > limit ? (hits.at(-1)?.n ?? end) : end;
  return { hits, next: next >= memory.end - 1 ? null : next };
}
