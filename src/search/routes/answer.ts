/** Results in the shape of the search engine whose clients ask here. */
import { setImmediate } from 'node:timers/promises';
import { jsonText, type Reply, type Scope } from '../../catalog/index.js';
import type { Aggregations } from '../aggregate.js';
import { highlight } from '../highlight.js';
import { hitSources, pickFields, type SourceFields, wantedOf } from '../hit-source.js';
import type { SearchRequest, SearchResult } from '../run-search.js';
import { indexOfType } from '../search-indexes.js';
import { highlightView, type SearchSettings } from '../settings/search-settings.js';

export interface HitView {
  source: boolean;
  fields: SourceFields;
  explain: boolean;
  /** What says which fields are marked; null: the defaults. */
  settings: SearchSettings | null;
}

export const wholeHits: HitView = {
  source: true,
  fields: { include: null, exclude: [] },
  explain: false,
  settings: null,
};

const nothing: SourceFields = { include: [], exclude: [] };

const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };

export interface EngineAnswer {
  took: number;
  timed_out: false;
  _shards: typeof shards;
  hits: {
    total: { value: number; relation: 'eq' };
    max_score: number | null;
    /** JSON text of each. */
    hits: readonly string[];
  };
  aggregations?: Aggregations;
}

export async function engineAnswer(
  { request, result, started }: { request: SearchRequest; result: SearchResult; started: number },
  view: HitView,
  scope: Scope,
): Promise<EngineAnswer> {
  const hits = await showHits(request, result, view, scope);
  return {
    took: Math.max(0, scope.context.now() - started),
    timed_out: false,
    _shards: shards,
    hits: { total: { value: result.total, relation: 'eq' }, max_score: result.maxScore, hits },
  };
}

const NO_HITS = '"hits":[]';
/** Hits of one piece of an answer, which is made or sent without a pause. */
const PIECE = 50;

export function answerJson(answer: EngineAnswer): Reply {
  const { hits } = answer.hits;
  const frame = JSON.stringify({ ...answer, hits: { ...answer.hits, hits: [] } });
  const place = frame.indexOf(NO_HITS) + NO_HITS.length - 1;
  const [before, after] = [frame.slice(0, place), frame.slice(place)];
  if (hits.length <= PIECE) return jsonText(200, before + hits.join(',') + after);
  return { status: 200, body: pieces(before, hits, after) };
}

async function* pieces(before: string, hits: readonly string[], after: string): AsyncGenerator<string> {
  yield before;
  for (let i = 0; i < hits.length; i += PIECE) {
    yield (i === 0 ? '' : ',') + hits.slice(i, i + PIECE).join(',');
    await setImmediate(); // others get their turn
  }
  yield after;
}

async function showHits(
  request: SearchRequest,
  result: SearchResult,
  view: HitView,
  scope: Scope,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let i = 0; i < result.hits.length; i += PIECE) {
    if (i > 0) await setImmediate();
    texts.push(...(await showPiece(result.hits.slice(i, i + PIECE), request, result.text, view, scope)));
  }
  return texts;
}

async function showPiece(
  hits: SearchResult['hits'],
  request: SearchRequest,
  text: string,
  view: HitView,
  scope: Scope,
): Promise<string[]> {
  const marked = text === '' ? [] : hits.flatMap(({ type }) => highlightView(view.settings, type).fields);
  const fields = view.source ? view.fields : nothing;
  const sources = await hitSources(
    hits.map(({ id }) => id),
    scope,
    wantedOf(fields, marked),
  );
  return hits.flatMap((hit) => {
    const source = sources.get(hit.id);
    if (!source) return [];
    const marks = highlight(source, text, highlightView(view.settings, hit.type));
    return [
      JSON.stringify({
        _index: indexOfType(hit.type),
        _id: hit.id,
        _score: hit.score,
        ...(view.source ? { _source: pickFields(source, view.fields) } : {}),
        ...(Object.keys(marks).length > 0 ? { highlight: marks } : {}),
        ...(request.sort || request.afterId !== null ? { sort: sortValues(request, hit) } : {}),
        ...(view.explain ? { _explanation: explanation(hit) } : {}),
      }),
    ];
  });
}

function sortValues({ sort, types }: SearchRequest, hit: SearchResult['hits'][number]): unknown[] {
  if (!sort) return [hit.score, hit.id];
  return sort.by === 'fqn' && types.length === 1 ? [hit.value] : [hit.value, hit.id];
}

const places = ['its whole name', 'its name', 'names of its parts, its owners, tags or containers', 'its description'];

function explanation({ score, strength, used, boosted }: SearchResult['hits'][number]) {
  return {
    value: score,
    description: `found in ${places[strength] ?? 'its text'}`,
    details: [
      { value: used, description: 'weekly use', details: [] },
      ...(boosted === undefined ? [] : [{ value: boosted, description: 'settings of search', details: [] }]),
    ],
  };
}
