/** A search from request to hits: evaluate once, candidates from the strongest columns to the weakest, rank, page. */
import { setImmediate } from 'node:timers/promises';
import { createSight, type Registry, type Scope } from '../../catalog/index.js';
import type { SearchHit, SearchSort } from '../../storage/index.js';
import { openEngine } from '../engine/open-engine.js';
import type { Found } from '../engine/search-engine.js';
import { createQueryCompiler, type QueryCompiler } from '../query/compile-query.js';
import { key, type Strength } from '../query/compile-words.js';
import { both, type Condition, EVERYTHING, either, matching, ofTypes } from '../query/condition.js';
import type { SearchQuery } from '../query/search-query.js';
import { visibleTo } from '../query/visible.js';
import { type Question, readQuestion } from '../words/question.js';
import { wholeToken } from '../words/tokenize.js';
import { typeWords } from '../words/type-words.js';
import { type FoundHit, type RankedHit, rankHits } from './rank-hits.js';
import { relevancePage, type ScorePlace } from './relevance-page.js';
import { shownUse, USE_FIELD } from './shown-use.js';

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
  /** Where the page before ended, in order of relevance. */
  after: ScorePlace | null;
  /** What the query was read from; null: it is meant as it stands. It is read where this is left out. */
  question?: Question | null;
  /** Counts all hits, however many there are. */
  exact?: boolean;
  /** Nothing less is tried when nothing has all the words. */
  strict?: boolean;
}

export interface SearchResult {
  /** With `isMore`, a number of which there are more. */
  total: number;
  isMore: boolean;
  hits: readonly (RankedHit & { value?: unknown; tied?: boolean })[];
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
/** Columns that are asked together, strongest first. */
const STRENGTHS: readonly (readonly Strength[])[] = [[0, 1], [2], [3]];
const WEAKEST: readonly (readonly Strength[])[] = [[3]];
/** Of those, what may be of the type or have all the words that were asked for before others are looked at. */
const PREFERRED = 100;

/** Gives ranked hits other scores. */
export type Rescore = (ranked: readonly RankedHit[], query: SearchQuery, text: string) => Promise<RankedHit[]>;

/** The search with the content words of a question in place of the question. */
export function understood(request: SearchRequest, registry: Registry): SearchRequest & { question: Question | null } {
  if (request.question !== undefined) return { ...request, question: request.question };
  const read = readQuestion(request.query, typeWords(registry));
  return read ? { ...request, query: read.query, question: read } : { ...request, question: null };
}

export async function runSearch(given: SearchRequest, scope: Scope, rescore?: Rescore): Promise<SearchResult> {
  const request = understood(given, scope.catalog.registry);
  const engine = await openEngine(scope);
  const compiler = createQueryCompiler({
    sql: scope.sql,
    registry: scope.catalog.registry,
    types: engine.types,
    sight: createSight(scope),
  });
  // Together: where statements wait for a server, they need not wait for each other.
  const [visible, filter, postFilter] = await Promise.all([
    visibleTo(request.types, request.deleted, scope, request.sort?.by === 'usage' ? [USE_FIELD] : []),
    compiler.compile(request.filter, 3),
    compiler.compile(request.postFilter, 3),
    compiler.compile(request.query, 3), // compiled once, for the first attempt
  ]);
  const fixed = both([visible, filter]);
  const attempts = request.strict ? [request.query] : [request.query, ...relaxed(request.query)];
  let query = request.query;
  let counted: Found | null = null;
  let found: Found | null = null;
  for (const attempt of attempts) {
    query = attempt;
    counted = await engine.find(both([await compiler.compile(attempt, 3), fixed]), { exact: request.exact ?? false });
    found = postFilter === EVERYTHING ? counted : await counted.narrowed(postFilter);
    if (found.total > 0) break;
  }
  await setImmediate(); // a broad search has held the thread for a while
  const text = plainText(query);
  const hits = await readHits(request, { query, text, found: found as Found, compiler, rescore }, scope);
  return {
    total: (found as Found).total,
    isMore: (found as Found).isMore,
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
  rescore: Rescore | undefined;
}

async function readHits(
  request: SearchRequest & { question: Question | null },
  ordering: Ordering,
  scope: Scope,
): Promise<SearchResult['hits']> {
  const { from, size, sort, after } = request;
  const { found, query, text, rescore } = ordering;
  if (size === 0 || found.total === 0) return [];
  if (sort) {
    const hits = await found.sorted(sort, { offset: from, limit: size });
    return hits.map((hit) => ({ ...hit, strength: 3, used: 0, score: 1 }));
  }
  const ranked = await rankedHits(request, ordering, scope);
  return relevancePage(rescore ? await rescore(ranked, query, text) : ranked, found, { from, size, after });
}

/** The first hits in order of relevance: the same whatever page is asked for. */
async function rankedHits(
  { types, question }: SearchRequest & { question: Question | null },
  ordering: Ordering,
  scope: Scope,
): Promise<RankedHit[]> {
  const { text, found, compiler } = ordering;
  const kinds = (question?.kinds ?? []).filter((kind) => types.includes(kind));
  const whole = question?.whole ?? '';
  const candidates = new Map<number, FoundHit>();
  for (const hit of await named(text, found)) candidates.set(hit.n, { ...hit, strength: 0, used: 0, isPath: true });
  const add = async (enough: number, among: Condition) => {
    // The whole name is so rarely enough that names are asked for with it.
    const isEnough = () => candidates.size >= Math.min(enough, found.total);
    for (const strengths of hasStrengths(ordering.query) ? STRENGTHS : WEAKEST) {
      if (isEnough()) break;
      const limit = RANKED * strengths.length + candidates.size;
      const hits = await Promise.all(strengths.map((one) => strongest(one, { limit, among, whole }, ordering)));
      for (const [i, strength] of strengths.entries())
        for (const hit of isEnough() ? [] : (hits[i] ?? []))
          if (!candidates.has(hit.n)) candidates.set(hit.n, { ...hit, strength, used: 0 });
    }
  };
  const literal = new Set<number>();
  if (question?.literal) {
    const among = await compiler.compile(question.literal, 3);
    for (const { n } of await found.lightestOf(among, RANKED)) literal.add(n);
    if (literal.size > 0) await add(PREFERRED, among);
  }
  if (kinds.length > 0 && kinds.length < types.length) await add(PREFERRED, ofTypes(kinds));
  await add(RANKED, EVERYTHING);
  const first = await withUse([...candidates.values()].slice(0, RANKED), scope);
  return rankHits(first, { text, whole, kinds, literal, replaced: compiler.replaced });
}

/** What has a text with dots as its fully qualified name. */
async function named(text: string, found: Found): Promise<readonly SearchHit[]> {
  if (!/^[^\s.]+(\.[^\s.]+)+$/u.test(text)) return [];
  return found.lightestOf(matching(key('fullyQualifiedName', text)), RANKED);
}

/** Whether it matters where the words are found: everywhere is not where the query says itself. */
function hasStrengths(query: SearchQuery): boolean {
  if (query.kind === 'text') return query.fields === null;
  return query.kind === 'bool' && [...query.must, ...query.should].some(hasStrengths);
}

/** The first by weight of what is found in columns so strong; the strongest is the whole name. */
async function strongest(
  strength: Strength,
  { limit, among, whole }: { limit: number; among: Condition; whole: string },
  { query, text, found, compiler }: Ordering,
): Promise<readonly SearchHit[]> {
  if (strength === 3) return among === EVERYTHING ? found.lightest(limit) : found.lightestOf(among, limit);
  if (strength > 0) return found.lightestOf(both([await compiler.compile(query, strength), among]), limit);
  const names = [...new Set([wholeToken(whole), wholeToken(text)])].filter((token) => token !== '');
  if (names.length === 0) return [];
  const named = either(names.map((token) => matching({ kind: 'word', token, in: ['exact'] })));
  return found.lightestOf(both([named, among]), limit);
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
