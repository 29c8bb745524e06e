/** Search results in the response format of the search engine that clients expect. */
import { setImmediate } from 'node:timers/promises';
import { type Fields, jsonText, type Reply, type Scope } from '../../catalog/index.js';
import { COUNTED_HITS } from '../engine/search-engine.js';
import { createHighlighter, fieldsToHighlight, type Highlighter } from '../hits/highlight.js';
import { hitSources, pickFields, type SourceFields, wantedOf } from '../hits/hit-source.js';
import type { SearchRequest, SearchResult } from '../hits/run-search.js';
import { indexOfType } from '../query/search-indexes.js';
import { highlightView, type SearchSettings } from '../settings/search-settings.js';
import { createTextCutter } from '../words/cut-texts.js';
import { endsWithId } from './search-after.js';

export interface HitView {
  source: boolean;
  fields: SourceFields;
  explain: boolean;
  /** Whether the total is exact, however high it is. */
  allCounted?: boolean;
  /** Settings that select the highlighted fields; null: the defaults. */
  settings: SearchSettings | null;
}

export const fullHits: HitView = {
  source: true,
  fields: { include: null, exclude: [] },
  explain: false,
  settings: null,
};

const nothing: SourceFields = { include: [], exclude: [] };

const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };

/** JSON text of each hit; for many hits, in chunks as they are read. */
type HitTexts = readonly string[] | AsyncIterable<readonly string[]>;

export interface EngineAnswer {
  took: number;
  timed_out: false;
  _shards: typeof shards;
  hits: {
    total: { value: number; relation: 'eq' | 'gte' };
    max_score: number | null;
    hits: HitTexts;
  };
  aggregations?: Record<string, object>;
}

export async function engineAnswer(
  { request, result, started }: { request: SearchRequest; result: SearchResult; started: number },
  view: HitView,
  scope: Scope,
): Promise<EngineAnswer> {
  const mark = createHighlighter(result.text);
  const cut = createTextCutter(view.fields.include);
  const show: Show = (some, within) => showPiece(some, { request, text: result.text, mark, cut, view }, within);
  const { hits } = result;
  const texts = hits.length <= AT_ONCE ? await shownNow(hits, show, scope) : shownLater(hits, show, scope);
  return {
    took: Math.max(0, scope.context.now() - started),
    timed_out: false,
    _shards: shards,
    hits: { total: totalOf(result, view), max_score: result.maxScore, hits: texts },
  };
}

const NO_HITS = '"hits":[]';

export function answerJson(answer: EngineAnswer): Reply {
  const { hits } = answer.hits;
  const frame = JSON.stringify({ ...answer, hits: { ...answer.hits, hits: [] } });
  const place = frame.indexOf(NO_HITS) + NO_HITS.length - 1;
  const [before, after] = [frame.slice(0, place), frame.slice(place)];
  if (Symbol.asyncIterator in hits) return { status: 200, body: streamed(before, hits, after) };
  return jsonText(200, before + hits.join(',') + after);
}

async function* streamed(
  before: string,
  pieces: AsyncIterable<readonly string[]>,
  after: string,
): AsyncGenerator<string> {
  let between = before;
  for await (const texts of pieces) {
    if (texts.length === 0) continue;
    yield between + texts.join(',');
    between = ',';
  }
  yield between === before ? before + after : after;
}

function totalOf({ total, isMore }: SearchResult, { allCounted }: HitView): EngineAnswer['hits']['total'] {
  if (allCounted || (total <= COUNTED_HITS && !isMore)) return { value: total, relation: 'eq' };
  return { value: COUNTED_HITS, relation: 'gte' };
}

type Show = (hits: SearchResult['hits'], scope: Scope) => Promise<string[]>;

/** Hits that are rendered without yielding. */
const PIECE = 25;
/**
 * Larger pages are read after the search, in chunks with one snapshot each, so that other searches need not wait for
 * all of them.
 */
const AT_ONCE = 100;

async function shownNow(hits: SearchResult['hits'], show: Show, scope: Scope): Promise<string[]> {
  const texts: string[] = [];
  for (let i = 0; i < hits.length; i += PIECE) {
    if (i > 0) await setImmediate(); // yield to other requests
    texts.push(...(await show(hits.slice(i, i + PIECE), scope)));
  }
  return texts;
}

async function* shownLater(hits: SearchResult['hits'], show: Show, scope: Scope): AsyncGenerator<string[]> {
  for (let i = 0; i < hits.length; i += PIECE) {
    yield await scope.reopen((sql) => show(hits.slice(i, i + PIECE), { ...scope, sql }));
    await setImmediate();
  }
}

interface Shown {
  request: SearchRequest;
  /** The text that `mark` highlights. */
  text: string;
  mark: Highlighter;
  cut: (source: Fields) => Fields;
  view: HitView;
}

async function showPiece(
  hits: SearchResult['hits'],
  { request, text, mark, cut, view }: Shown,
  scope: Scope,
): Promise<string[]> {
  const { registry } = scope.catalog;
  const viewOf = new Map(hits.map(({ type }) => [type, highlightView(view.settings, registry.get(type))]));
  const marked = text === '' ? [] : [...viewOf.values()].flatMap(fieldsToHighlight);
  const fields = view.source ? view.fields : nothing;
  const sources = await hitSources(
    hits.map(({ id }) => id),
    scope,
    wantedOf(fields, marked),
  );
  return hits.flatMap((hit) => {
    const source = sources.get(hit.id);
    if (!source) return [];
    const marks = mark(source, viewOf.get(hit.type) ?? highlightView(view.settings, registry.get(hit.type)));
    return [
      JSON.stringify({
        _index: indexOfType(registry.get(hit.type)),
        _id: hit.id,
        _score: hit.score,
        ...(view.source ? { _source: cut(pickFields(source, view.fields)) } : {}),
        ...(Object.keys(marks).length > 0 ? { highlight: marks } : {}),
        sort: sortValues(request, hit),
        ...(view.explain ? { _explanation: explanation(hit) } : {}),
      }),
    ];
  });
}

function sortValues({ sort, types }: SearchRequest, hit: SearchResult['hits'][number]): unknown[] {
  if (!sort) return relevanceValues(hit);
  return sort.by === 'fqn' && types.length === 1 ? [hit.value] : [hit.value, hit.id];
}

/** Score and name; also the id where the next hit has the same, or where the name itself ends like one with an id. */
function relevanceValues({ score, name, id, tied }: SearchResult['hits'][number]): unknown[] {
  return tied || endsWithId(name) ? [score, name, id] : [score, name];
}

const places = ['its full name', 'its name', 'the names of its parts, owners, tags or containers', 'its description'];

function explanation({ score, strength, used, boosted }: SearchResult['hits'][number]) {
  return {
    value: score,
    description: `found in ${places[strength] ?? 'its text'}`,
    details: [
      { value: used, description: 'weekly usage', details: [] },
      ...(boosted === undefined ? [] : [{ value: boosted, description: 'search settings', details: [] }]),
    ],
  };
}
