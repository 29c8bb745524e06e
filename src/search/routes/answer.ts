/** Results in the shape of the search engine whose clients ask here. */
import { type Fields, json, type Reply, type Scope } from '../../catalog/index.js';
import type { Aggregations } from '../aggregate.js';
import { highlight } from '../highlight.js';
import { hitSources, pickFields, type SourceFields } from '../hit-source.js';
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

const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };

export interface EngineAnswer {
  took: number;
  timed_out: false;
  _shards: typeof shards;
  hits: { total: { value: number; relation: 'eq' }; max_score: number | null; hits: Fields[] };
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

export function answerJson(answer: object): Reply {
  return json(200, answer);
}

async function showHits(request: SearchRequest, result: SearchResult, view: HitView, scope: Scope): Promise<Fields[]> {
  const sources = await hitSources(
    result.hits.map(({ id }) => id),
    scope,
  );
  return result.hits.flatMap((hit) => {
    const source = sources.get(hit.id);
    if (!source) return [];
    const marks = highlight(source, result.text, highlightView(view.settings, hit.type));
    return [
      {
        _index: indexOfType(hit.type),
        _id: hit.id,
        _score: hit.score,
        ...(view.source ? { _source: pickFields(source, view.fields) } : {}),
        ...(Object.keys(marks).length > 0 ? { highlight: marks } : {}),
        ...(request.sort || request.afterId !== null ? { sort: sortValues(request, hit) } : {}),
        ...(view.explain ? { _explanation: explanation(hit) } : {}),
      },
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
