/**
 * Runs a search from request to hits: evaluates the condition once, takes candidates from the strongest columns to the
 * weakest, ranks and pages them.
 */
import { setImmediate } from 'node:timers/promises';
import { createSight, EXTENSION, type Registry, type Scope } from '../../catalog/index.js';
import type { SearchHit, SearchSort } from '../../storage/index.js';
import { openEngine } from '../engine/open-engine.js';
import type { Found } from '../engine/search-engine.js';
import { createQueryCompiler, type QueryCompiler } from '../query/compile-query.js';
import type { Strength } from '../query/compile-words.js';
import { both, type Condition, EVERYTHING, either, matching, ofTypes } from '../query/condition.js';
import { idsNamed } from '../query/find-ids.js';
import { asksFor, type SearchQuery } from '../query/search-query.js';
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
  /** Filters hits, not aggregations. */
  postFilter: SearchQuery;
  types: readonly string[];
  /** null: deleted or not. */
  deleted: boolean | null;
  from: number;
  size: number;
  /** null: by relevance. */
  sort: SearchSort | null;
  /** The end of the previous page, in order of relevance. */
  after: ScorePlace | null;
  /**
   * The question that the query was read from; null: the query is taken literally. Parsed from the query where
   * omitted.
   */
  question?: Question | null;
  /** Counts all hits, however many there are. */
  exact?: boolean;
  /** Does not relax the query when nothing has all the words. */
  strict?: boolean;
}

export interface SearchResult {
  /** With `isMore`, a lower bound. */
  total: number;
  isMore: boolean;
  hits: readonly (RankedHit & { value?: unknown; tied?: boolean })[];
  maxScore: number | null;
  /** The hits that aggregations count. */
  counted: Found;
  /** The query that was finally run: the original, or a relaxed one. */
  query: SearchQuery;
  /** The text that was searched for, for highlights and scores; empty when the query is not plain text. */
  text: string;
}

/** Hits that are ranked by score; behind them the order of the index applies. */
const RANKED = 200;
/** Columns that are queried together, strongest first. */
const STRENGTHS: readonly (readonly Strength[])[] = [[0, 1], [2], [3]];
const WEAKEST: readonly (readonly Strength[])[] = [[3]];
/** Candidates of the requested type, or with all requested words, that are taken before others. */
const PREFERRED = 100;

/** Assigns new scores to ranked hits. */
export type Rescore = (ranked: readonly RankedHit[], query: SearchQuery, text: string) => Promise<RankedHit[]>;

/** The search with a question reduced to its content words. */
export function interpretQuestion(
  request: SearchRequest,
  registry: Registry,
): SearchRequest & { question: Question | null } {
  if (request.question !== undefined) return { ...request, question: request.question };
  const read = readQuestion(request.query, typeWords(registry));
  return read ? { ...request, query: read.query, question: read } : { ...request, question: null };
}

export async function runSearch(given: SearchRequest, scope: Scope, rescore?: Rescore): Promise<SearchResult> {
  const request = interpretQuestion(given, scope.catalog.registry);
  const engine = await openEngine(scope);
  const compiler = createQueryCompiler({
    sql: scope.sql,
    registry: scope.catalog.registry,
    types: engine.types,
    searched: request.types,
    sight: createSight(scope),
  });
  // In parallel: statements to a database server need not wait for each other.
  const [visible, filter, postFilter] = await Promise.all([
    visibleTo(request.types, request.deleted, scope, disclosed(request)),
    compiler.compile(request.filter, 3),
    compiler.compile(request.postFilter, 3),
    compiler.compile(request.query, 3), // needed by the first attempt anyway
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
  await setImmediate(); // yield: a broad search has held the thread for a while
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

/** Guarded fields that the hits disclose by being found, or by their order. */
function disclosed({ query, filter, postFilter, sort }: SearchRequest): string[] {
  const byProperties = [query, filter, postFilter].some((part) => asksFor(part, EXTENSION));
  return [...(sort?.by === 'usage' ? [USE_FIELD] : []), ...(byProperties ? [EXTENSION] : [])];
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

/** The first hits in order of relevance, independent of the requested page. */
async function rankedHits(
  { types, question }: SearchRequest & { question: Question | null },
  ordering: Ordering,
  scope: Scope,
): Promise<RankedHit[]> {
  const { text, found, compiler } = ordering;
  const kinds = (question?.kinds ?? []).filter((kind) => types.includes(kind));
  const whole = question?.whole ?? '';
  const candidates = new Map<number, FoundHit>();
  for (const hit of await named(text, found, scope))
    candidates.set(hit.n, { ...hit, strength: 0, used: 0, isPath: true });
  const add = async (enough: number, among: Condition) => {
    // Few documents match as a whole name, so names are queried in the same step.
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

/** Hits whose fully qualified name is the text, if it has dots. */
async function named(text: string, found: Found, { sql }: Scope): Promise<readonly SearchHit[]> {
  if (!/^[^\s.]+(\.[^\s.]+)+$/u.test(text)) return [];
  const ids = await idsNamed(sql, [text], null, RANKED);
  return ids.length === 0 ? [] : found.lightestOf({ kind: 'ids', ids }, RANKED);
}

/** Whether the query leaves open in which columns its words are searched. */
function hasStrengths(query: SearchQuery): boolean {
  if (query.kind === 'text') return query.fields === null;
  return query.kind === 'bool' && [...query.must, ...query.should].some(hasStrengths);
}

/** The first hits by weight in columns of this strength; the strongest is the whole name. */
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

/** The words that a query consists of, in order; empty when it has fields, phrases or operators. */
export function plainText(query: SearchQuery): string {
  if (query.kind === 'text') return query.fields === null ? query.text : '';
  if (query.kind !== 'bool' || query.mustNot.length > 0) return '';
  const texts = [...query.must, ...query.should].map(plainText);
  return texts.some((text) => text === '') ? '' : texts.join(' ');
}

/** The relaxed queries to try when nothing has all the words: all but one of them, then any. */
function relaxed(query: SearchQuery): SearchQuery[] {
  if (query.kind !== 'bool' || query.mustNot.length > 0 || query.must.length < 2 || plainText(query) === '') return [];
  const should = query.must;
  const any: SearchQuery = { kind: 'bool', must: [], should, mustNot: [], minimum: 1 };
  if (should.length < 3 || should.length > 6) return [any];
  return [{ ...any, minimum: should.length - 1 }, any];
}
