import { catalogError } from '../../../contract/index.js';
import { type DataRoute, type Request, readBody, readFlag, readLimit, type Scope } from '../../catalog/index.js';
import { type Aggregation, aggregate } from '../hits/aggregate.js';
import type { SearchRequest } from '../hits/run-search.js';
import { parseFilterText } from '../query/parse-query-dsl.js';
import { readIndexes } from '../query/search-indexes.js';
import { ALL, type SearchQuery } from '../query/search-query.js';
import { HIGHEST, limitsOf, readSearchSettings } from '../settings/search-settings.js';
import { searchWith } from '../settings/search-with.js';
import { answerJson, engineAnswer, fullHits } from './answer.js';
import {
  deletedParameter,
  filterParameters,
  indexParameter,
  labelsParameter,
  readQueryText,
  readSearch,
  searchRoute,
} from './search-route.js';
import { readTopHits, type TopHits, withTopHits } from './top-hits.js';

const countsWithHits =
  'Returns how many hits each value of a field has, the most frequent first. With `sourceFields`, each of the first 100 values also has hits (`top_hits#top`) with these fields.';

/** Counts hits by one field, given as parameters or as a body, and hits by entity type. */
export function aggregateRoutes(): DataRoute[] {
  return [
    searchRoute('/aggregate', {
      id: 'getAggregateFields',
      summary: 'Count hits by field value',
      description: countsWithHits,
      query: [
        indexParameter,
        { name: 'field', description: 'Field to count by', schema: { type: 'string' }, required: true },
        { name: 'value', description: 'Pattern for values: `.*word.*`', schema: { type: 'string' } },
        { name: 'q', description: 'Query string or query DSL as JSON', schema: { type: 'string' } },
        {
          name: 'size',
          description: 'Maximum number of values to return',
          schema: { type: 'integer', minimum: 1, maximum: HIGHEST.values, default: 10 },
        },
        {
          name: 'sourceFields',
          description: 'Fields to return of the first hits of each value, separated by commas',
          schema: { type: 'string' },
        },
        deletedParameter,
        labelsParameter,
        ...filterParameters,
      ],
      async handle(request, scope) {
        const { query } = request;
        const top = readTopHits(
          query.sourceFields ? query.sourceFields.split(',').map((name) => name.trim()) : undefined,
        );
        const labels = readFlag(query, 'include_labels');
        const field = query.field ?? '';
        const size = await readSize(query.size, scope);
        const search = {
          ...readSearch({ ...request, query: { ...query, q: '', size: '0' } }, scope),
          query: readEither(query.q, scope),
        };
        const wanted = { name: checkField(field), field, size, include: query.value ?? '', labels };
        return answerCounts(search, wanted, scope, top);
      },
    }),
    searchRoute('/aggregate', {
      id: 'aggregateSearchRequest',
      summary: 'Count hits by field value',
      description: countsWithHits,
      method: 'POST',
      body: { schema: 'search/aggregationRequest', required: true },
      handle: aggregateBody,
    }),
    searchRoute('/entityTypeCounts', {
      id: 'getEntityTypeCounts',
      summary: 'Count the hits of a search by entity type',
      description: 'Returns the number of hits for each entity type.',
      query: [
        { name: 'q', description: 'Query string', schema: { type: 'string', default: '*' } },
        { ...indexParameter, schema: { type: 'string', default: 'dataAsset' } },
        deletedParameter,
        ...filterParameters,
      ],
      async handle(request, scope) {
        const search = { ...readSearch(request, scope, 'dataAsset'), size: 0 };
        return answerCounts(search, { name: 'entityType', field: 'entityType', size: HIGHEST.values }, scope);
      },
    }),
  ];
}

async function answerCounts(search: SearchRequest, wanted: Aggregation, scope: Scope, top: TopHits | null = null) {
  const started = scope.context.now();
  const settings = await readSearchSettings(scope);
  const result = await searchWith(settings, { ...search, exact: true }, scope);
  const answer = await engineAnswer({ request: search, result, started }, fullHits, scope);
  const counted = await aggregate(result.counted, [wanted], scope);
  if (top === null) return answerJson({ ...answer, aggregations: counted });
  const aggregations: Record<string, object> = {};
  for (const [name, { buckets, ...rest }] of Object.entries(counted))
    aggregations[name] = {
      ...rest,
      buckets: await withTopHits(buckets, wanted.field, { search, settings }, top, scope),
    };
  return answerJson({ ...answer, aggregations });
}

async function readSize(given: string | undefined, scope: Scope): Promise<number> {
  const most = limitsOf(await readSearchSettings(scope)).values;
  return readLimit(given, Math.min(10, most), 1, most, 'size');
}

function checkField(field: string): string {
  if (!/^[\w.]{1,200}$/.test(field)) throw catalogError('BAD_REQUEST', 'query param field must name a field');
  return field;
}

/** Clients send either query language in this parameter. */
function readEither(text: string | undefined, scope: Scope): SearchQuery {
  const given = text?.trim() ?? '';
  if (given === '') return ALL;
  return given.startsWith('{') ? parseFilterText(given, 'q') : readQueryText(given, scope);
}

async function aggregateBody(request: Request, scope: Scope) {
  const body = readBody(request, 'search/aggregationRequest', scope);
  const field = body.fieldName ?? '';
  const size = await readSize(body.size === undefined ? undefined : String(body.size), scope);
  const search: SearchRequest = {
    query: body.queryText ? readQueryText(body.queryText, scope) : ALL,
    filter: readEither(body.query, scope),
    postFilter: ALL,
    types: readIndexes(body.index, scope.catalog.registry),
    deleted: body.deleted ?? false,
    from: 0,
    size: 0,
    sort: null,
    after: null,
  };
  const top = readTopHits(body.sourceFields, body.topHits);
  return answerCounts(search, { name: checkField(field), field, size, include: body.fieldValue ?? '' }, scope, top);
}
