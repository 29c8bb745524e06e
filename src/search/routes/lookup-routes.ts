import { catalogError, DEFAULT_INDEX, errorMessages } from '../../../contract/index.js';
import { type DataRoute, json, type Request, readRow, type Scope } from '../../catalog/index.js';
import { hitSources } from '../hits/hit-source.js';
import { runSearch, type SearchRequest } from '../hits/run-search.js';
import { typesOfIndex } from '../query/search-indexes.js';
import type { SearchQuery } from '../query/search-query.js';
import { answerJson, engineAnswer, fullHits } from './answer.js';
import { deletedParameter, indexParameter, pageParameters, readSearch, searchRoute } from './search-route.js';

/** Finds hits by the value of one field, and returns single documents. */
export function lookupRoutes(): DataRoute[] {
  return [
    searchRoute('/fieldQuery', {
      id: 'searchEntitiesWithSpecificFieldAndValue',
      summary: 'Find entities by field value',
      description: 'Returns the entities whose field has the value; `*` matches any text, `?` any character.',
      query: [
        { name: 'fieldName', description: 'Field to search', schema: { type: 'string' }, required: true },
        { name: 'fieldValue', description: 'Value or pattern', schema: { type: 'string' }, required: true },
        indexParameter,
        deletedParameter,
        ...pageParameters,
      ],
      async handle(request, scope) {
        const { fieldName = '', fieldValue = '' } = request.query;
        if (fieldName === '') throw catalogError('BAD_REQUEST', 'query param fieldName is required');
        return answerLookup(request, valueQuery(fieldName, fieldValue), DEFAULT_INDEX, scope);
      },
    }),
    searchRoute('/sourceUrl', {
      id: 'searchEntitiesWithSourceUrl',
      summary: 'Find entities by source URL',
      description: 'Returns the entities whose `sourceUrl` is the given one.',
      query: [
        { name: 'sourceUrl', description: 'URL or pattern', schema: { type: 'string' }, required: true },
        deletedParameter,
        ...pageParameters,
      ],
      async handle(request, scope) {
        return answerLookup(request, valueQuery('sourceUrl', request.query.sourceUrl ?? ''), 'all', scope);
      },
    }),
    searchRoute('/get/{index}/doc/{id}', {
      id: 'getSearchDocument',
      summary: 'Get the search document of an entity',
      description: 'Returns the search document of one entity, as the caller may see it.',
      errors: [404],
      handle: readDocument,
    }),
  ];
}

function valueQuery(field: string, value: string): SearchQuery {
  return /[*?]/.test(value)
    ? { kind: 'wildcard', field, pattern: value.replaceAll('\\', '\\\\') }
    : { kind: 'term', field, values: [value] };
}

async function answerLookup(request: Request, query: SearchQuery, index: string, scope: Scope) {
  const started = scope.context.now();
  const { from, size, deleted, index: given } = request.query;
  const named: Record<string, string> = {
    ...(from ? { from } : {}),
    ...(size ? { size } : {}),
    ...(deleted ? { deleted } : {}),
  };
  if (given && index !== 'all') named.index = given;
  const search: SearchRequest = { ...readSearch({ ...request, query: named }, scope, index), query };
  const result = await runSearch(search, scope);
  return answerJson(await engineAnswer({ request: search, result, started }, fullHits, scope));
}

async function readDocument({ params }: Request, scope: Scope) {
  const { index = '', id = '' } = params;
  const types = typesOfIndex(index, scope.catalog.registry);
  if (!types) throw catalogError('BAD_REQUEST', `index ${JSON.stringify(index.slice(0, 100))} does not exist`);
  for (const name of types) {
    const row = await readRow(scope.catalog.registry.get(name), { id }, 'all', scope).catch(
      (error: { status?: number }) => {
        if (error.status === 404) return null;
        throw error;
      },
    );
    const source = row ? (await hitSources([row.id], scope)).get(row.id) : undefined;
    if (source) return json(200, source);
  }
  throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById(index, id));
}
