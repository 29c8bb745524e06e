/** Documentation of the standard routes, for OpenAPI. */
import type { EntityType } from './define.js';
import type { ParameterDocs, RouteDocs } from './route.js';

type Standard =
  | 'getById'
  | 'getByName'
  | 'list'
  | 'create'
  | 'createOrUpdate'
  | 'patch'
  | 'patchByName'
  | 'delete'
  | 'deleteByName'
  | 'deleteAsync'
  | 'restore'
  | 'listVersions'
  | 'getVersion'
  | 'bulk'
  | 'deleteStale';

const accepted = {
  description: 'Accepted',
  schema: { inline: { type: 'object', properties: { jobId: { type: 'string' }, message: { type: 'string' } } } },
};

export const fieldsParameter: ParameterDocs = {
  name: 'fields',
  description: 'Names of further fields to return, separated by commas; `*` is all',
  schema: { type: 'string' },
};
export const includeParameter: ParameterDocs = {
  name: 'include',
  description: 'Whether soft deleted entities count',
  schema: { type: 'string', enum: ['all', 'deleted', 'non-deleted'], default: 'non-deleted' },
};
const flag = (name: string, description: string): ParameterDocs => ({
  name,
  description,
  schema: { type: 'boolean', default: false },
});
const deleteParameters = [
  flag('recursive', 'Also what is below the entity'),
  flag('hardDelete', 'For good, not just hidden'),
];
const override = flag('overrideMetadata', 'A bot replaces what people wrote');

const listParameters: readonly ParameterDocs[] = [
  fieldsParameter,
  {
    name: 'limit',
    description: 'Most entities to return',
    schema: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 10 },
  },
  { name: 'after', description: 'Cursor of the next page', schema: { type: 'string' } },
  { name: 'before', description: 'Cursor of the previous page', schema: { type: 'string' } },
  includeParameter,
];

export function docsOf(type: EntityType, route: Standard): RouteDocs {
  const entity = { description: `The ${type.name}`, schema: type.schema };
  const base = { operationId: `${route}_${type.name}`, tag: type.name };
  const patchBody = {
    schema: { inline: { type: 'array', items: { type: 'object' } } },
    media: 'application/json-patch+json',
    required: true,
  };
  const createBody = { schema: type.create ?? type.schema, required: true };
  switch (route) {
    case 'getById':
    case 'getByName':
      return {
        ...base,
        summary: `Get one ${type.name} by its ${route === 'getById' ? 'id' : 'fully qualified name'}`,
        query: [fieldsParameter, includeParameter],
        answers: { 200: entity, 304: { description: 'Not changed since the tag in If-None-Match' } },
        errors: [404],
      };
    case 'list':
      return {
        ...base,
        summary: `List entities of type ${type.name}`,
        query: [...listParameters, ...filterParameters(type)],
        answers: { 200: { description: 'A page', schema: { pageOf: type.schema } } },
        errors: [404],
      };
    case 'create':
      return {
        ...base,
        summary: `Create a ${type.name}`,
        body: createBody,
        answers: { 201: entity },
        errors: [404, 409, 413, 415],
      };
    case 'createOrUpdate':
      return {
        ...base,
        summary: `Create a ${type.name}, or update the one of this name`,
        query: [override],
        body: createBody,
        answers: { 200: entity, 201: entity },
        errors: [404, 409, 412, 413, 415],
      };
    case 'patch':
    case 'patchByName':
      return {
        ...base,
        summary: `Change a ${type.name} with a JSON Patch`,
        body: patchBody,
        answers: { 200: entity },
        errors: [404, 409, 412, 413, 415],
      };
    case 'delete':
    case 'deleteByName':
      return {
        ...base,
        summary: `Delete a ${type.name}`,
        query: deleteParameters,
        answers: { 200: entity },
        errors: [404, 409, 412],
      };
    case 'deleteAsync':
      return {
        ...base,
        summary: `Delete a ${type.name} and answer at once`,
        query: deleteParameters,
        answers: { 202: accepted },
        errors: [404, 409, 412],
      };
    case 'restore':
      return {
        ...base,
        summary: `Restore a soft deleted ${type.name}`,
        query: [
          {
            name: 'async',
            description: 'Answer at once, without the entity',
            schema: { type: 'boolean', default: false },
          },
        ],
        body: { schema: 'api/data/restoreEntity', required: true },
        answers: { 200: entity, 202: accepted },
        errors: [404, 409, 413, 415],
      };
    case 'listVersions':
      return {
        ...base,
        summary: `List the versions of a ${type.name}`,
        answers: { 200: { description: 'Versions as JSON texts, newest first', schema: 'type/entityHistory' } },
        errors: [404],
      };
    case 'getVersion':
      return { ...base, summary: `Get one version of a ${type.name}`, answers: { 200: entity }, errors: [404] };
    case 'bulk':
      return {
        ...base,
        summary: `Create or update several entities of type ${type.name}`,
        query: [override, flag('async', 'Answer with 202')],
        body: { schema: { arrayOf: type.create ?? type.schema }, required: true },
        answers: {
          200: { description: 'What became of each', schema: 'type/bulkOperationResult' },
          202: { description: 'What became of each', schema: 'type/bulkOperationResult' },
        },
        errors: [409, 413, 415],
      };
    case 'deleteStale':
      return {
        ...base,
        summary: `Delete the entities of type ${type.name} in a container that a crawl did not see`,
        body: { schema: 'type/bulkDeleteStaleRequest', required: true },
        answers: { 200: { description: 'What became of each', schema: 'type/bulkOperationResult' } },
        errors: [404, 409, 413, 415],
      };
  }
}

function filterParameters(type: EntityType): ParameterDocs[] {
  return Object.entries(type.filters ?? {}).map(([name, filter]) => ({
    name,
    description: filter.by === 'below' ? `Only inside this ${filter.type}` : `Only those with this ${name}`,
    schema: filter.by === 'boolean' ? { type: 'boolean' } : { type: 'string' },
  }));
}
