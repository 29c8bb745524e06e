import { type DataRoute, type Request, readBody, type Scope } from '../../catalog/index.js';
import { aggregate } from '../aggregate.js';
import { runSearch } from '../run-search.js';
import { usualAggregations } from '../usual-aggregations.js';
import { answerJson, engineAnswer } from './answer.js';
import { queryParameters, readFlag, readNames, readSearch, searchRoute } from './search-route.js';

/** `GET query`, and `POST preview`, which takes the same as a body. */
export function queryRoutes(): DataRoute[] {
  return [
    searchRoute('/query', {
      id: 'searchEntitiesWithQuery',
      summary: 'Search entities',
      query: queryParameters,
      handle: (request, scope) => answerQuery(request, scope),
    }),
    searchRoute('/preview', {
      id: 'previewSearch',
      summary: 'Search entities with settings that are not saved',
      method: 'POST',
      body: { schema: 'api/search/previewSearchRequest', required: true },
      handle: preview,
    }),
  ];
}

async function answerQuery(request: Request, scope: Scope) {
  const { query } = request;
  const started = scope.context.now();
  const search = readSearch(request, scope);
  const include = readNames(query.include_source_fields);
  const view = {
    source: readFlag(query, 'fetch_source', true),
    explain: readFlag(query, 'explain', false),
    fields: { include: include.length > 0 ? include : null, exclude: readNames(query.exclude_source_fields) },
  };
  const counted = readFlag(query, 'include_aggregations', true);
  readFlag(query, 'track_total_hits', false);
  const result = await runSearch(search, scope);
  const answer = await engineAnswer({ request: search, result, started }, view, scope);
  if (counted)
    answer.aggregations = await aggregate(result.counted, usualAggregations(search.types, result.total, scope), scope);
  return answerJson(answer);
}

interface Preview {
  query: string;
  index: string;
  from?: number;
  size?: number;
  sortField?: string;
  sortOrder?: string;
  queryFilter?: string;
  postFilter?: string;
  deleted?: boolean;
  fetchSource?: boolean;
  includeSourceFields?: string[];
  explain?: boolean;
}

/** Settings change weights of fields for an engine; the order here stands on names first, so they are checked and not applied. */
async function preview(request: Request, scope: Scope) {
  const body = readBody<Preview>(request, 'api/search/previewSearchRequest', scope);
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
  };
  const query = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return answerQuery({ ...request, query }, scope);
}
