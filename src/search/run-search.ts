/** A search from request to hits: evaluate once, candidates from the strongest columns to the weakest, rank, page. */
import { setImmediate } from 'node:timers/promises';
import { createSight, type Scope } from '../catalog/index.js';
import type { SearchHit, SearchSort } from '../storage/index.js';
import { createQueryCompiler, type QueryCompiler } from './compile-query.js';
import { both, EVERYTHING, matching } from './condition.js';
import type { Found } from './evaluation/found.js';
import { openEvaluation } from './evaluation/open-evaluation.js';
import { type FoundHit, type RankedHit, rankHits } from './rank-hits.js';
import type { SearchQuery } from './search-query.js';
import { shownUse, USE_FIELD } from './shown-use.js';
import { wholeToken } from './tokenize.js';
import { visibleTo } from './visible.js';

export interface SearchRequest {
  query: SearchQuery;
  filter: SearchQuery;
  /** Narrows hits, not aggregations. */
  postFilter: SearchQuery;
  types: readonly string[];
  /** null: deleted or not. */
  deleted: boolean | null;
  from: number;
  size: number;
  /** null: by relevance. */
  sort: SearchSort | null;
  /** The last hit of the page before, in order of relevance. */
  afterId: string | null;
  /** Nothing less is tried when nothing has all the words. */
  strict?: boolean;
}

export interface SearchResult {
  total: number;
  hits: readonly (RankedHit & { value?: unknown })[];
  maxScore: number | null;
  /** What aggregations count. */
  counted: Found;
  /** What was searched for in the end: the query, or less of it. */
  query: SearchQuery;
  /** The text that was searched for, for highlights and scores; empty when it was no plain text. */
  text: string;
}

/** Hits that are ranked among themselves; behind them the order of the index holds. */
const RANKED = 200;
export const DEEPEST = 10_000;

export async function runSearch(request: SearchRequest, scope: Scope): Promise<SearchResult> {
  const evaluation = await openEvaluation(scope);
  const compiler = createQueryCompiler({
    sql: scope.sql,
    registry: scope.catalog.registry,
    types: evaluation.types,
    sight: createSight(scope),
  });
  const fixed = both([
    await visibleTo(request.types, request.deleted, scope, request.sort?.by === 'usage' ? [USE_FIELD] : []),
    await compiler.compile(request.filter, 3),
  ]);
  const postFilter = await compiler.compile(request.postFilter, 3);
  const attempts = request.strict ? [request.query] : [request.query, ...relaxed(request.query)];
  let query = request.query;
  let counted: Found | null = null;
  let found: Found | null = null;
  for (const attempt of attempts) {
    query = attempt;
    counted = await evaluation.find(both([await compiler.compile(attempt, 3), fixed]));
    found = postFilter === EVERYTHING ? counted : await counted.narrowed(postFilter);
    if (found.total > 0) break;
  }
  await setImmediate(); // a broad search has held the thread for a while
  const text = plainText(query);
  const hits = await readHits(request, { query, text, found: found as Found, compiler }, scope);
  return {
    total: (found as Found).total,
    counted: counted as Found,
    query,
    text,
    hits,
    maxScore: hits.length === 0 ? null : Math.max(...hits.map(({ score }) => score)),
  };
}

interface Ordering {
  query: SearchQuery;
  text: string;
  found: Found;
  compiler: QueryCompiler;
}

async function readHits(request: SearchRequest, ordering: Ordering, scope: Scope): Promise<SearchResult['hits']> {
  const { from, size, sort } = request;
  if (size === 0 || ordering.found.total === 0) return [];
  if (sort) {
    const hits = await ordering.found.sorted(sort, { offset: from, limit: size });
    return hits.map((hit) => ({ ...hit, strength: 3, used: 0, score: 1 }));
  }
  if (request.afterId !== null) {
    const all = await relevantHits(DEEPEST, ordering, scope);
    const place = all.findIndex((hit) => hit.id === request.afterId);
    return place < 0 ? [] : all.slice(place + 1, place + 1 + size);
  }
  return (await relevantHits(from + size, ordering, scope)).slice(from, from + size);
}

/** The first hits in order of relevance, at least `wanted` when there are so many. */
async function relevantHits(wanted: number, ordering: Ordering, scope: Scope): Promise<RankedHit[]> {
  const { text, found, compiler } = ordering;
  const limit = Math.max(wanted, RANKED);
  const ranked = new Map<number, FoundHit>();
  for (const strength of hasStrengths(ordering.query) ? ([0, 1, 2, 3] as const) : ([3] as const)) {
    if (ranked.size >= Math.min(limit, found.total)) break;
    for (const hit of await strongest(strength, limit + ranked.size, ordering))
      if (!ranked.has(hit.n)) ranked.set(hit.n, { ...hit, strength, used: 0 });
  }
  const hits = [...ranked.values()];
  const first = rankHits(await withUse(hits.slice(0, RANKED), scope), text, compiler.replaced);
  const lowest = first.at(-1)?.score ?? 0;
  return [...first, ...hits.slice(RANKED).map((hit) => ({ ...hit, score: Math.min(lowest, 1) }))];
}

/** Whether it matters where the words are found: everywhere is not where the query says itself. */
function hasStrengths(query: SearchQuery): boolean {
  if (query.kind === 'text') return query.fields === null;
  return query.kind === 'bool' && [...query.must, ...query.should].some(hasStrengths);
}

/** The first by weight of what is found in columns so strong; the strongest is the whole name. */
async function strongest(strength: 0 | 1 | 2 | 3, limit: number, ordering: Ordering): Promise<readonly SearchHit[]> {
  const { query, text, found, compiler } = ordering;
  if (strength === 3) return found.lightest(limit);
  if (strength > 0) return found.lightestOf(await compiler.compile(query, strength), limit);
  const token = wholeToken(text);
  if (token === '') return [];
  return found.lightestOf(matching({ kind: 'word', token, in: ['exact'] }), limit);
}

async function withUse(hits: readonly FoundHit[], scope: Scope): Promise<FoundHit[]> {
  const weekly = await shownUse(hits, scope);
  return hits.map((hit) => ({ ...hit, used: weekly.get(hit.id) ?? 0 }));
}

/** Words that a query consists of, in order; empty when it has fields, phrases or operators. */
export function plainText(query: SearchQuery): string {
  if (query.kind === 'text') return query.fields === null ? query.text : '';
  if (query.kind !== 'bool' || query.mustNot.length > 0) return '';
  const texts = [...query.must, ...query.should].map(plainText);
  return texts.some((text) => text === '') ? '' : texts.join(' ');
}

/** What is tried when nothing has all the words: all but one of them, then any. */
function relaxed(query: SearchQuery): SearchQuery[] {
  if (query.kind !== 'bool' || query.mustNot.length > 0 || query.must.length < 2 || plainText(query) === '') return [];
  const should = query.must;
  const any: SearchQuery = { kind: 'bool', must: [], should, mustNot: [], minimum: 1 };
  if (should.length < 3 || should.length > 6) return [any];
  return [{ ...any, minimum: should.length - 1 }, any];
}
