/** A short form for the route declarations of this module, and their shared parameters. */
import { catalogError, DEFAULT_INDEX } from '../../../contract/index.js';
import {
  type DataRoute,
  type Method,
  type ParameterDocs,
  type Request,
  type RouteDocs,
  readFlag,
  readLimit,
  type SchemaDocs,
  type Scope,
} from '../../catalog/index.js';
import { forOneRequest } from '../../storage/index.js';
import type { SearchRequest } from '../hits/run-search.js';
import { parseFilterText } from '../query/parse-query-dsl.js';
import { parseQueryString } from '../query/parse-query-string.js';
import { readIndexes } from '../query/search-indexes.js';
import { ALL, LIMITS, type SearchQuery } from '../query/search-query.js';
import { HIGHEST } from '../settings/search-settings.js';
import { cleanText } from '../words/clean-text.js';
import { typeWords } from '../words/type-words.js';
import { afterPosition, readScorePlace, type SortKey } from './search-after.js';

export interface SearchRoute {
  id: string;
  summary: string;
  /** Details beyond the summary, in whole sentences. */
  description?: string;
  /** The path and OpenAPI group, where they differ from search. */
  path?: string;
  tag?: string;
  method?: Method;
  answer?: SchemaDocs;
  status?: number;
  media?: string;
  query?: readonly ParameterDocs[];
  body?: RouteDocs['body'];
  errors?: readonly number[];
  handle: DataRoute['handle'];
}

const anything: SchemaDocs = { inline: { type: 'object' } };

/** A route below `/v1/search` that reads, or that writes where `writes` is set. */
export function searchRoute(path: string, route: SearchRoute, writes = false): DataRoute {
  const {
    id,
    summary,
    description,
    method = 'GET',
    answer = anything,
    status = 200,
    media,
    query,
    body,
    errors,
    handle,
  } = route;
  const { path: root = '/v1/search', tag = 'Search' } = route;
  const docs: RouteDocs = {
    operationId: id,
    summary,
    ...(description ? { description } : {}),
    tag,
    answers: { [status]: { description: summary, schema: answer, ...(media ? { media } : {}) } },
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    ...(errors ? { errors } : {}),
  };
  return {
    kind: writes ? 'write' : 'read',
    long: true,
    method,
    path: `${root}${path}`,
    docs,
    handle: async (request, scope) => {
      refuseStrangers(scope);
      const query = Object.fromEntries(
        Object.entries(request.query).map(([name, text]) => [name, text && cleanText(text)]),
      );
      return handle({ ...request, query }, writes ? scope : { ...scope, sql: forOneRequest(scope.sql) });
    },
  };
}

/** Refuses callers who may not see anything before the request is validated; others get what they may see. */
function refuseStrangers({ catalog, actor }: Scope): void {
  const { authorizer, registry } = catalog;
  const [first] = registry.types;
  if (first && registry.types.every(({ name }) => authorizer.filter(actor, 'ViewBasic', name).kind === 'none'))
    authorizer.possible(actor, 'ViewBasic', first.name);
}

function parameter(name: string, description: string, schema: object): ParameterDocs {
  return { name, description, schema };
}

const text = { type: 'string' };
const flag = (initial: boolean) => ({ type: 'boolean', default: initial });

export const indexParameter = parameter('index', 'Index, alias or type; several separated by commas', {
  ...text,
  default: DEFAULT_INDEX,
});
export const deletedParameter = parameter('deleted', 'Whether to search soft deleted entities instead', flag(false));
export const pageParameters = [
  parameter('from', 'Number of hits to skip', { type: 'integer', minimum: 0, default: 0 }),
  parameter('size', 'Maximum number of hits to return', {
    type: 'integer',
    minimum: 0,
    maximum: HIGHEST.hits,
    default: 10,
  }),
];
export const labelsParameter = parameter(
  'include_labels',
  'Whether buckets of aggregations also have their value as it is written, as `label`; keys of most fields are in lower case',
  flag(false),
);
export const filterParameters = [
  parameter('query_filter', 'Query DSL as JSON that hits must match', text),
  parameter('post_filter', 'Like query_filter, but applied to hits only, not to aggregations', text),
];

export const queryParameters: readonly ParameterDocs[] = [
  parameter('q', 'Query string: words, "phrases", field:value, AND OR NOT, wildcards', { ...text, default: '*' }),
  indexParameter,
  deletedParameter,
  ...pageParameters,
  parameter('sort_field', '_score, name.keyword, displayName.keyword, fullyQualifiedName, updatedAt or usageSummary', {
    ...text,
    default: '_score',
  }),
  parameter('sort_order', 'asc or desc', { ...text, enum: ['asc', 'desc'], default: 'desc' }),
  parameter('search_after', 'Sort values of the last hit of the previous page, separated by commas', text),
  ...filterParameters,
  parameter(
    'track_total_hits',
    'Count all hits; otherwise a total above 10,000 is `{value: 10000, relation: "gte"}`, and aggregations beside hits may count the first 10,000',
    flag(false),
  ),
  parameter('fetch_source', 'Whether hits include the entity', flag(true)),
  parameter('include_source_fields', 'Entity fields to include, separated by commas', text),
  parameter('exclude_source_fields', 'Entity fields to exclude, separated by commas', text),
  parameter('include_aggregations', 'Whether to return the default aggregations', flag(true)),
  labelsParameter,
  parameter('explain', 'Whether hits explain their score', flag(false)),
];

export function readNames(given: string | undefined): string[] {
  return (given ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, 200);
}

export function readQueryText(given: string | undefined, { catalog }: Pick<Scope, 'catalog'>): SearchQuery {
  const query = given ?? '';
  if (query.length > LIMITS.queryLength)
    throw catalogError('BAD_REQUEST', `query param q may have at most ${LIMITS.queryLength} characters`);
  return parseQueryString(query, null, 'and', typeWords(catalog.registry));
}

export function readFilter(query: Request['query'], name: string): SearchQuery {
  const given = query[name];
  return given === undefined || given.trim() === '' ? ALL : parseFilterText(given, name);
}

/** Parses the search parameters of a request; 400 names the invalid one. `most`: hits that can be paged through. */
export function readSearch(
  request: Request,
  scope: Scope,
  index: string = DEFAULT_INDEX,
  most = HIGHEST.hits,
): SearchRequest {
  const { query } = request;
  const from = readLimit(query.from, 0, 0, most, 'from');
  const size = readLimit(query.size, Math.min(10, most), 0, most, 'size');
  const sort = readSort(query);
  if (!sort && from + size > most)
    throw catalogError('BAD_REQUEST', `from and size may reach up to ${most}; use search_after to read further`);
  return {
    query: readQueryText(query.q, scope),
    filter: readFilter(query, 'query_filter'),
    postFilter: readFilter(query, 'post_filter'),
    types: readIndexes(query.index, scope.catalog.registry, index),
    deleted: readFlag(query, 'deleted'),
    from,
    size,
    sort,
    after: sort ? null : readScorePlace(query.search_after),
  };
}

const sortKeys: Readonly<Record<string, SortKey>> = {
  name: 'name',
  displayName: 'display',
  fullyQualifiedName: 'fqn',
  updatedAt: 'updated_at',
};

export function readSort(query: Request['query']): SearchRequest['sort'] {
  const field = (query.sort_field ?? '').replace(/\.(keyword|raw)$/, '');
  const order = (query.sort_order ?? '').toLowerCase() || 'desc';
  if (order !== 'asc' && order !== 'desc')
    throw catalogError('BAD_REQUEST', 'query param sort_order must be asc or desc');
  if (field === '' || field === '_score') return null;
  const by = Object.hasOwn(sortKeys, field) ? sortKeys[field] : field.startsWith('usageSummary') ? 'usage' : undefined;
  if (!by)
    throw catalogError(
      'BAD_REQUEST',
      'query param sort_field must be _score, name.keyword, displayName.keyword, fullyQualifiedName, updatedAt or a usageSummary field',
    );
  return { by, descending: order === 'desc', ...afterPosition(by, query.search_after, order === 'desc') };
}
