/** OpenAPI documentation of the standard routes. */
import { CHANGE_SOURCES } from '../change/change-source.js';
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

const changeSource: ParameterDocs = {
  name: 'changeSource',
  description: 'Where the change comes from, for the summary of changes; default: from the caller',
  schema: { type: 'string', enum: [...CHANGE_SOURCES] },
};

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

export type StandardDocs = (route: Standard) => RouteDocs;

/** The documentation of the standard routes of the type. Each start makes it, so the tables are made once for each type. */
export function docsOf(type: EntityType): StandardDocs {
  const texts = textsOf(type);
  const rest = { ...readDocs(type), ...writeDocs(type), ...deleteDocs(type), ...bulkDocs(type) };
  return (route) => ({ ...texts(route), ...rest[route] });
}

/** The documentation of a route other than its names and texts. */
type Rest = Pick<RouteDocs, 'query' | 'body' | 'answers' | 'errors'>;

const entityOf = (type: EntityType) => ({ description: `The ${nounOf(type)}`, schema: type.schema });

function readDocs(type: EntityType) {
  const entity = entityOf(type);
  const get = {
    query: [fieldsParameter, includeParameter],
    answers: { 200: entity, 304: { description: 'Not modified since the ETag in If-None-Match' } },
    errors: [404],
  };
  return {
    getById: get,
    getByName: get,
    list: {
      query: [...listParameters, ...filterParameters(type)],
      answers: { 200: { description: 'A page', schema: { pageOf: type.schema } } },
      errors: [404],
    },
    listVersions: {
      answers: { 200: { description: 'The versions as JSON strings, newest first', schema: 'type/entityHistory' } },
      errors: [404],
    },
    getVersion: { answers: { 200: entity }, errors: [404] },
  } satisfies Partial<Record<Standard, Rest>>;
}

function writeDocs(type: EntityType) {
  const entity = entityOf(type);
  const body = { schema: type.create ?? type.schema, required: true };
  const patch = {
    query: [changeSource],
    body: {
      schema: { inline: { type: 'array', items: { type: 'object' } } },
      media: 'application/json-patch+json',
      required: true,
    },
    answers: { 200: entity },
    errors: [404, 409, 412, 413, 415],
  };
  return {
    create: { body, answers: { 201: entity }, errors: [404, 409, 413, 415] },
    createOrUpdate: {
      query: [override],
      body,
      answers: { 200: entity, 201: entity },
      errors: [404, 409, 412, 413, 415],
    },
    patch,
    patchByName: patch,
  } satisfies Partial<Record<Standard, Rest>>;
}

function deleteDocs(type: EntityType) {
  const entity = entityOf(type);
  const restore = {
    query: [flag('async', 'Whether to return immediately, without the entity')],
    body: { schema: 'api/data/restoreEntity', required: true },
    answers: { 200: entity, 202: accepted },
    errors: [404, 409, 413, 415],
  };
  const remove = { query: deleteParameters, answers: { 200: entity }, errors: [404, 409, 412] };
  return {
    delete: remove,
    deleteByName: remove,
    deleteAsync: { ...remove, answers: { 202: accepted } },
    restore,
    restoreById: { ...restore, body: { schema: 'api/data/restoreEntity' } },
  } satisfies Partial<Record<Standard, Rest>>;
}

function bulkDocs(type: EntityType) {
  const result = {
    description: 'Result of each item, with the reason for failures',
    schema: 'type/bulkOperationResult',
  };
  return {
    createMany: {
      body: { schema: { arrayOf: type.create ?? type.schema }, required: true },
      answers: { 200: { description: 'The created entities', schema: { arrayOf: type.schema } } },
      errors: [404, 409, 413, 415],
    },
    bulk: {
      query: [override, flag('async', 'Whether to return 202')],
      body: { schema: { arrayOf: type.create ?? type.schema }, required: true },
      answers: { 200: result, 202: result },
      errors: [409, 413, 415],
    },
    deleteStale: {
      body: { schema: 'type/bulkDeleteStaleRequest', required: true },
      answers: { 200: result },
      errors: [409, 413, 415],
    },
  } satisfies Partial<Record<Standard, Rest>>;
}

function filterParameters(type: EntityType): ParameterDocs[] {
  return Object.entries(type.filters ?? {}).map(([name, filter]) => ({
    name,
    description: filterText(name, filter),
    schema:
      filter.by === 'custom'
        ? filter.schema
        : filter.by === 'boolean' || filter.by === 'top'
          ? { type: 'boolean' }
          : { type: 'string' },
  }));
}

function filterText(name: string, filter: ListFilter): string {
  if (filter.by === 'custom') return filter.description;
  if (filter.by === 'below') return insideText(name, filter);
  if (filter.by === 'parent') return 'Only entities directly inside this container, named by FQN or id';
  if (filter.by === 'parentType') return 'Only entities directly inside an entity of this type';
  if (filter.by !== 'top') return `Only entities with this ${name}`;
  const types = filter.types.map((type) => nounOf({ name: type })).join(' or ');
  return `Whether to return only entities directly inside a ${types}`;
}

function insideText(name: string, { type, given, typeIn }: Extract<ListFilter, { by: 'below' }>): string {
  const what = typeof type === 'string' ? nounOf({ name: type }) : name;
  const named = given === 'fqn-or-id' ? `, named by FQN or id` : '';
  return `Only entities inside this ${what}${named}${typeIn ? `; ${typeIn} tells apart those with the same name` : ''}`;
}
