/** Documentation of the standard routes, for OpenAPI. */
import type { EntityType, ListFilter } from '../define/define.js';
import { nounOf } from '../define/type-words.js';
import type { ParameterDocs, RouteDocs } from './route.js';
import { type Standard, textsOf } from './route-texts.js';

const accepted = {
  description: 'Accepted',
  schema: { inline: { type: 'object', properties: { jobId: { type: 'string' }, message: { type: 'string' } } } },
};

export const fieldsParameter: ParameterDocs = {
  name: 'fields',
  description: 'Additional fields to return, separated by commas; `*` for all',
  schema: { type: 'string' },
};
export const includeParameter: ParameterDocs = {
  name: 'include',
  description: 'Which entities to include by deletion state',
  schema: { type: 'string', enum: ['all', 'deleted', 'non-deleted'], default: 'non-deleted' },
};
const flag = (name: string, description: string): ParameterDocs => ({
  name,
  description,
  schema: { type: 'boolean', default: false },
});
const deleteParameters = [
  flag('recursive', 'Whether to also delete everything below the entity'),
  flag('hardDelete', 'Whether to delete permanently instead of soft deleting'),
];
const override = flag('overrideMetadata', 'Whether a bot may overwrite what people wrote');

const listParameters: readonly ParameterDocs[] = [
  fieldsParameter,
  {
    name: 'limit',
    description: 'Maximum number of entities to return',
    schema: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 10 },
  },
  { name: 'after', description: 'Cursor of the next page', schema: { type: 'string' } },
  { name: 'before', description: 'Cursor of the previous page', schema: { type: 'string' } },
  includeParameter,
];

export function docsOf(type: EntityType, route: Standard): RouteDocs {
  const entity = { description: `The ${nounOf(type)}`, schema: type.schema };
  const base = textsOf(type, route);
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
        query: [fieldsParameter, includeParameter],
        answers: { 200: entity, 304: { description: 'Not modified since the ETag in If-None-Match' } },
        errors: [404],
      };
    case 'list':
      return {
        ...base,
        query: [...listParameters, ...filterParameters(type)],
        answers: { 200: { description: 'A page', schema: { pageOf: type.schema } } },
        errors: [404],
      };
    case 'create':
      return {
        ...base,
        body: createBody,
        answers: { 201: entity },
        errors: [404, 409, 413, 415],
      };
    case 'createOrUpdate':
      return {
        ...base,
        query: [override],
        body: createBody,
        answers: { 200: entity, 201: entity },
        errors: [404, 409, 412, 413, 415],
      };
    case 'patch':
    case 'patchByName':
      return {
        ...base,
        body: patchBody,
        answers: { 200: entity },
        errors: [404, 409, 412, 413, 415],
      };
    case 'delete':
    case 'deleteByName':
      return {
        ...base,
        query: deleteParameters,
        answers: { 200: entity },
        errors: [404, 409, 412],
      };
    case 'deleteAsync':
      return {
        ...base,
        query: deleteParameters,
        answers: { 202: accepted },
        errors: [404, 409, 412],
      };
    case 'restore':
      return {
        ...base,
        query: [
          {
            name: 'async',
            description: 'Whether to return immediately, without the entity',
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
        answers: { 200: { description: 'The versions as JSON strings, newest first', schema: 'type/entityHistory' } },
        errors: [404],
      };
    case 'getVersion':
      return { ...base, answers: { 200: entity }, errors: [404] };
    case 'bulk':
      return {
        ...base,
        query: [override, flag('async', 'Whether to return 202')],
        body: { schema: { arrayOf: type.create ?? type.schema }, required: true },
        answers: {
          200: { description: 'Result of each item, with the reason for failures', schema: 'type/bulkOperationResult' },
          202: { description: 'Result of each item, with the reason for failures', schema: 'type/bulkOperationResult' },
        },
        errors: [409, 413, 415],
      };
    case 'deleteStale':
      return {
        ...base,
        body: { schema: 'type/bulkDeleteStaleRequest', required: true },
        answers: {
          200: { description: 'Result of each item, with the reason for failures', schema: 'type/bulkOperationResult' },
        },
        errors: [404, 409, 413, 415],
      };
  }
}

function filterParameters(type: EntityType): ParameterDocs[] {
  return Object.entries(type.filters ?? {}).map(([name, filter]) => ({
    name,
    description:
      filter.by === 'below'
        ? insideText(name, filter)
        : filter.by === 'parentType'
          ? 'Only entities directly inside an entity of this type'
          : `Only entities with this ${name}`,
    schema: filter.by === 'boolean' ? { type: 'boolean' } : { type: 'string' },
  }));
}

function insideText(name: string, { type, given, typeIn }: Extract<ListFilter, { by: 'below' }>): string {
  const what = typeof type === 'string' ? nounOf({ name: type }) : name;
  const named = given === 'fqn-or-id' ? `, named by FQN or id` : '';
  return `Only entities inside this ${what}${named}${typeIn ? `; ${typeIn} tells apart those with the same name` : ''}`;
}
