import { type DataRoute, type Request, readBody, readFlag, type Scope } from '../../catalog/index.js';
import { aggregate } from '../hits/aggregate.js';
import { usualAggregations } from '../hits/usual-aggregations.js';
import { checkSearchSettings } from '../settings/search-setting-kind.js';
import { limitsOf, readSearchSettings, type SearchSettings } from '../settings/search-settings.js';
import { searchWith } from '../settings/search-with.js';
import { answerJson, engineAnswer } from './answer.js';
import { queryParameters, readNames, readSearch, searchRoute } from './search-route.js';

/** `GET query`, and `POST preview`, which takes the same parameters as a body. */
export function queryRoutes(): DataRoute[] {
  return [
    searchRoute('/query', {
      id: 'searchEntitiesWithQuery',
      summary: 'Search entities',
      description:
        'Searches names, descriptions, columns and tags of everything that the caller may see, by words or by a query string with fields and wildcards. Returns hits, their total and counts by type, owner, tag and more.',
      query: queryParameters,
      handle: async (request, scope) => answerQuery(request, await readSearchSettings(scope), scope),
    }),
    searchRoute('/nlq/query', {
      id: 'searchEntitiesWithNLQ',
      summary: 'Search entities with a question',
      description:
        'Answers as `query`, which reads the words that matter out of a question in plain English. No language model is involved.',
      query: queryParameters,
      handle: async (request, scope) => answerQuery(request, await readSearchSettings(scope), scope),
    }),
    searchRoute('/preview', {
      id: 'previewSearch',
      summary: 'Preview a search with other settings',
      description: 'Searches with the settings in the request instead of the stored ones. Nothing is stored.',
      method: 'POST',
      body: { schema: 'api/search/previewSearchRequest', required: true },
      handle: preview,
    }),
  ];
}

async function answerQuery(request: Request, settings: SearchSettings | null, scope: Scope) {
  const { query } = request;
  const started = scope.context.now();
  const search = readSearch(request, scope, undefined, limitsOf(settings).hits);
  const include = readNames(query.include_source_fields);
  const view = {
    source: readFlag(query, 'fetch_source', true),
    explain: readFlag(query, 'explain'),
    fields: { include: include.length > 0 ? include : null, exclude: readNames(query.exclude_source_fields) },
    settings,
  };
  const counted = readFlag(query, 'include_aggregations', true);
  const allCounted = readFlag(query, 'track_total_hits');
  const exact = allCounted || (counted && search.size === 0);
  const result = await searchWith(settings, { ...search, exact }, scope);
  const usual = { types: search.types, total: result.total, labels: readFlag(query, 'include_labels') };
  const wanted = counted ? usualAggregations(settings, usual, scope) : [];
  // In parallel: statements to a database server need not wait for each other.
  const [answer, aggregations] = await Promise.all([
    engineAnswer({ request: search, result, started }, { ...view, allCounted }, scope),
    counted ? aggregate(result.counted, wanted, scope) : null,
  ]);
  return answerJson(aggregations ? { ...answer, aggregations } : answer);
}

/** The response that a query would get with these settings. */
async function preview(request: Request, scope: Scope) {
  const body = readBody(request, 'api/search/previewSearchRequest', scope);
  checkSearchSettings(body.searchSettings);
  const given: Record<string, unknown> = {
    q: body.query,
    index: body.index,
    from: body.from,
    size: body.size,
    sort_field: body.sortField,
    sort_order: body.sortOrder,
    query_filter: body.queryFilter,
    post_filter: body.postFilter,
    deleted: body.deleted,
    fetch_source: body.fetchSource,
    include_source_fields: body.includeSourceFields?.join(','),
    explain: body.explain,
    track_total_hits: body.trackTotalHits,
  };
  const query = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return answerQuery({ ...request, query }, body.searchSettings, scope);
}
