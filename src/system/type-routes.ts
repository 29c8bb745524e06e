/** `/v1/metadata/types`: the registered types and the JDBC connection, with their schemas. */
import { createHash } from 'node:crypto';
import { catalogError, errorMessages, jdbcConnectionSchema, jdbcInfoSchema } from '../../contract/index.js';
import {
  checkId,
  json,
  type Reply,
  type Request,
  type Route,
  readCursor,
  readLimit,
  type Scope,
  writeCursor,
} from '../catalog/index.js';
import type { SystemDeps } from './system-deps.js';
import { reading } from './system-route.js';

const path = '/v1/metadata/types';

interface MetadataType {
  id: string;
  name: string;
  fullyQualifiedName: string;
  displayName: string;
  description: string;
  category: 'entity' | 'field';
  nameSpace: string;
  /** JSON text. */
  schema: string;
}

export function typeRoutes({ release }: Pick<SystemDeps, 'release'>): Route[] {
  const answer = 'entity/type';
  const show = (type: MetadataType, { query }: Request, scope: Scope) => ({
    ...type,
    ...(query.fields?.split(',').some((field) => field === 'customProperties' || field === '*')
      ? { customProperties: [] }
      : {}),
    version: 0.1,
    updatedAt: release.builtAt,
    updatedBy: 'admin',
    href: `${scope.catalog.options.publicUrl}/api${path}/${type.id}`,
  });
  const one = (by: string, id: string, find: (request: Request, types: MetadataType[]) => MetadataType) =>
    reading(by, {
      id,
      tag: 'Types',
      summary: 'Get a type with its schema',
      description: 'Returns an entity type with its JSON Schema.',
      answer,
      errors: [404],
      handle: async (request, scope) => json(200, show(find(request, typesOf(scope)), request, scope)),
    });
  return [
    reading(path, {
      id: 'listTypes',
      tag: 'Types',
      summary: 'List the entity types',
      description: 'Returns every entity type with its name and schema.',
      answer: { pageOf: answer },
      query: [
        {
          name: 'category',
          description: 'Only types of this category',
          schema: { type: 'string', enum: ['field', 'entity'] },
        },
        {
          name: 'limit',
          description: 'Maximum number of types to return',
          schema: { type: 'integer', minimum: 0, default: 10 },
        },
        { name: 'after', description: 'Cursor of the next page', schema: { type: 'string' } },
        { name: 'before', description: 'Cursor of the previous page', schema: { type: 'string' } },
      ],
      handle: async (request, scope) => listTypes(request, typesOf(scope), (type) => show(type, request, scope)),
    }),
    one(`${path}/{id}`, 'getTypeById', ({ params }, types) => {
      const id = checkId(params.id ?? '');
      return found(
        types.find((type) => type.id === id),
        errorMessages.notFoundById('type', id),
      );
    }),
    one(`${path}/name/{fqn}`, 'getTypeByName', ({ params }, types) =>
      found(
        types.find((type) => type.name === params.fqn),
        errorMessages.notFoundByName('type', params.fqn ?? ''),
      ),
    ),
    ...fieldRoutes(),
  ];
}

function fieldRoutes(): Route[] {
  const list = { inline: { type: 'array', items: { type: 'object' } } };
  return [
    reading(`${path}/fields/{entityType}`, {
      id: 'getTypeFields',
      tag: 'Types',
      summary: 'List the fields of an entity type',
      description: 'Returns the names and types of the fields of an entity type.',
      answer: list,
      errors: [404],
      handle: async ({ params }, { catalog }) => {
        const name = params.entityType ?? '';
        const type = found(catalog.registry.find(name), errorMessages.notFoundByName('type', name));
        const properties = catalog.contract.resolve(catalog.contract.schema(type.schema)).properties ?? {};
        return json(
          200,
          Object.entries(properties).map(([field, schema]) => ({
            name: field,
            type: catalog.contract.resolve(schema).type ?? 'object',
          })),
        );
      },
    }),
    reading(`${path}/customProperties`, {
      id: 'listCustomProperties',
      tag: 'Types',
      summary: 'List the custom properties by type (there are none)',
      description: 'Returns an empty list for every type, as this server has no custom properties yet.',
      answer: { inline: { type: 'object' } },
      handle: async () => json(200, {}),
    }),
    reading(`${path}/name/{entityType}/customProperties`, {
      id: 'getCustomPropertiesOfType',
      tag: 'Types',
      summary: 'List the custom properties of a type (there are none)',
      description: 'Returns an empty list, as this server has no custom properties yet.',
      answer: list,
      errors: [404],
      handle: async ({ params }, { catalog }) => {
        const name = params.entityType ?? '';
        found(catalog.registry.find(name), errorMessages.notFoundByName('type', name));
        return json(200, []);
      },
    }),
  ];
}

/** All types, sorted by name. */
function typesOf({ catalog: { registry, contract } }: Scope): MetadataType[] {
  const entities = registry.types.map(({ name, about, schema }) => ({
    ...named(name, 'data'),
    description: about,
    category: 'entity' as const,
    schema: JSON.stringify(contract.schema(schema)),
  }));
  const jdbc = [
    { name: 'JdbcConnection', about: 'A database reached through a JDBC driver', schema: jdbcConnectionSchema },
    { name: 'JdbcInfo', about: 'Driver and URL of a JDBC connection', schema: jdbcInfoSchema },
  ].map(({ name, about, schema }) => ({
    ...named(name, 'type'),
    description: about,
    category: 'field' as const,
    schema: JSON.stringify(contract.schema(schema)),
  }));
  return [...entities, ...jdbc].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function named(name: string, nameSpace: string) {
  return { id: idOfName(name), name, fullyQualifiedName: name, displayName: name, nameSpace };
}

/** Derived from the name, so that it is the same on every server. */
function idOfName(name: string): string {
  const hex = createHash('sha256').update(`type ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function listTypes({ query }: Request, types: MetadataType[], show: (type: MetadataType) => object): Reply {
  if (query.category && query.category !== 'field' && query.category !== 'entity')
    throw catalogError('BAD_REQUEST', 'category must be one of field, entity');
  const all = types.filter((type) => !query.category || type.category === query.category);
  const limit = readLimit(query.limit, 10, 0, 1_000_000);
  const before = query.before ? all.findIndex((type) => type.name >= readName(query.before, 'before', query)) : -1;
  const after = query.after ? all.findIndex((type) => type.name > readName(query.after, 'after', query)) : 0;
  const start = query.before ? Math.max(0, before - limit) : after < 0 ? all.length : after;
  const page = all.slice(start, query.before ? before : start + limit);
  const paging = {
    ...(page[0] && start > 0 ? { before: writeName(page[0].name, query) } : {}),
    ...(page.length > 0 && start + page.length < all.length
      ? { after: writeName(page.at(-1)?.name ?? '', query) }
      : {}),
    total: all.length,
  };
  return json(200, { data: page.map(show), paging });
}

const listOf = ({ category = '' }: Request['query']) => ['types', category];

function writeName(name: string, query: Request['query']): string {
  return writeCursor({ key: name, id: '' }, listOf(query));
}

function readName(cursor: string | undefined, parameter: string, query: Request['query']): string {
  return readCursor(cursor ?? '', parameter, listOf(query)).key;
}

function found<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw catalogError('ENTITY_NOT_FOUND', message);
  return value;
}
