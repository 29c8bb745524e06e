/** A search from request to hits: plan, count, candidates from the strongest columns to the weakest, rank, page. */
import type { Scope } from '../catalog/index.js';
import {
  countHits,
  hasHits,
  latestUsage,
  type SearchCondition,
  type SearchHit,
  type SearchPlan,
  type SearchSort,
  searchHits,
  sortedHits,
} from '../storage/index.js';
import { createQueryCompiler, type QueryCompiler, type Strength } from './compile-query.js';
import { type FoundHit, type RankedHit, rankHits } from './rank-hits.js';
import { makePlan } from './search-plan.js';
import type { SearchQuery } from './search-query.js';
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
}

export interface SearchResult {
  total: number;
  hits: readonly (RankedHit & { value?: unknown })[];
  maxScore: number | null;
  /** What aggregations count. */
  counted: SearchPlan;
  /** The text that was searched for, for highlights and scores; empty when it was no plain text. */
  text: string;
}

/** Hits that are ranked among themselves; behind them the order of the index holds. */
const RANKED = 200;
export const DEEPEST = 10_000;

interface Planned {
  plan(strength: Strength): Promise<SearchPlan>;
  counted: SearchPlan;
  total: number;
}

export async function runSearch(request: SearchRequest, scope: Scope): Promise<SearchResult> {
  const compiler = createQueryCompiler({ sql: scope.sql, registry: scope.catalog.registry });
  const rights = await visibleTo(request.types, request.deleted, scope);
  const filter = await compiler.compile(request.filter, 3);
  const postFilter = await compiler.compile(request.postFilter, 3);
  let planned: Planned | null = null;
  let query = request.query;
  for (const attempt of [request.query, ...relaxed(request.query)]) {
    query = attempt;
    planned = await planFor(attempt, compiler, [rights, filter], postFilter, scope);
    if (planned.total > 0) break;
  }
  const { total, counted, plan } = planned as Planned;
  const text = plainText(query);
  const page =
    total === 0
      ? []
      : await readHits(
          request,
          { text, total, plan, scored: query.kind !== 'all', replaced: compiler.replaced },
          scope,
        );
  return {
    total,
    counted,
    text,
    hits: page,
    maxScore: page.length === 0 ? null : Math.max(...page.map(({ score }) => score)),
  };
}

async function planFor(
  query: SearchQuery,
  compiler: QueryCompiler,
  fixed: readonly SearchCondition[],
  postFilter: SearchCondition,
  scope: Scope,
): Promise<Planned> {
  const everywhere = await compiler.compile(query, 3);
  const plan = async (strength: Strength) =>
    makePlan([...fixed, postFilter, strength === 3 ? everywhere : await compiler.compile(query, strength)]);
  const counted = makePlan([...fixed, everywhere]);
  return { plan, counted, total: await countHits(scope.sql, await plan(3)) };
}

interface Ordering {
  text: string;
  total: number;
  scored: boolean;
  replaced: QueryCompiler['replaced'];
  plan: Planned['plan'];
}

async function readHits(request: SearchRequest, ordering: Ordering, scope: Scope): Promise<SearchResult['hits']> {
  const { from, size, sort } = request;
  if (size === 0) return [];
  if (sort) {
    const hits = await sortedHits(scope.sql, await ordering.plan(3), sort, { offset: from, limit: size });
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
async function relevantHits(
  wanted: number,
  { text, total, scored, replaced, plan }: Ordering,
  scope: Scope,
): Promise<RankedHit[]> {
  const limit = Math.max(wanted, RANKED);
  const found = new Map<number, FoundHit>();
  const strengths: Strength[] = scored ? [0, 1, 2, 3] : [3];
  for (const strength of strengths) {
    if (found.size >= Math.min(limit, total)) break;
    if (strength === 0 && wholeToken(text) === '') continue;
    const step = strength === 0 ? await exactPlan(text, plan) : await plan(strength);
    for (const hit of await hitsOf(step, limit + (strength === 0 ? 0 : found.size), scope))
      if (!found.has(hit.n)) found.set(hit.n, { ...hit, strength, used: 0 });
  }
  const hits = [...found.values()];
  const first = await withUse(hits.slice(0, RANKED), scope);
  const ranked = rankHits(first, text, replaced);
  const lowest = ranked.at(-1)?.score ?? 0;
  return [...ranked, ...hits.slice(RANKED).map((hit) => ({ ...hit, score: Math.min(lowest, 1) }))];
}

async function exactPlan(text: string, plan: Planned['plan']): Promise<SearchPlan> {
  const rest = await plan(3);
  return makePlan([
    { kind: 'words', query: { kind: 'word', token: wholeToken(text), in: ['exact'] } },
    { kind: 'words', query: rest.words },
    ...rest.conditions,
  ]);
}

async function hitsOf(plan: SearchPlan, limit: number, scope: Scope): Promise<SearchHit[]> {
  if (plan.conditions.length === 0 && !(await hasHits(scope.sql, plan.words))) return [];
  return searchHits(scope.sql, plan, limit);
}

async function withUse(hits: readonly FoundHit[], scope: Scope): Promise<FoundHit[]> {
  const use = await latestUsage(
    scope.sql,
    hits.map((hit) => hit.id),
  );
  const weekly = new Map(use.map((row) => [row.entity_id, row.weekly]));
  return hits.map((hit) => ({ ...hit, used: weekly.get(hit.id) ?? 0 }));
}

/** Words that a query consists of, in order; empty when it has fields, phrases or operators. */
function plainText(query: SearchQuery): string {
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
