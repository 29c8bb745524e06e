import { type CustomProperty, catalogError, errorMessages, type Type } from '../../../contract/index.js';
import {
  changeEntity,
  type DataRoute,
  definitionsIn,
  describingType,
  type EntityType,
  json,
  parameter,
  type Request,
  type RouteDocs,
  readBody,
  readDocument,
  readRow,
  replyWith,
  rowToChange,
  type Scope,
  takesProperties,
} from '../../catalog/index.js';
import { listEntities } from '../../storage/index.js';
import { checkProperties } from './custom-properties.js';

const PROPERTY = 'type/customProperty';
const properties = { inline: { type: 'array', items: { type: 'object' } } };

/** Fields and custom properties of types. */
export function typeRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/{id}`,
      docs: docs('addProperty', 'Add a custom property to a type, or update it', {
        description: 'Adds the property to the type; if the type has one of this name, updates it.',
        answers: { 200: { description: 'The type', schema: 'entity/type' } },
        body: { schema: PROPERTY, required: true },
      }),
      handle: putProperty,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/customProperties`,
      docs: docs('listCustomProperties', 'List the custom properties by type', {
        answers: { 200: { description: 'Lists of properties by type', schema: { inline: { type: 'object' } } } },
      }),
      handle: listProperties,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/name/{entityType}/customProperties`,
      docs: docs('getCustomPropertiesOfType', 'List the custom properties of a type', {
        answers: { 200: { description: 'The properties', schema: properties } },
      }),
      handle: async (request, scope) => {
        const type = typeIn(scope);
        scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', type.name);
        const row = await readRow(type, { fqn: parameter(request, 'entityType') }, 'all', scope, ['ViewBasic']);
        return json(200, readDocument(row).customProperties ?? []);
      },
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/fields/{entityType}`,
      docs: docs('getTypeFields', 'List the fields of an entity type', {
        description: 'Returns the names and types of the fields of an entity type, with its custom properties.',
        answers: { 200: { description: 'The fields', schema: properties } },
      }),
      handle: listFields,
    },
  ];
}

function docs(
  operationId: string,
  summary: string,
  more: Pick<RouteDocs, 'answers' | 'body' | 'description'>,
): RouteDocs {
  return { operationId, summary, tag: 'type', errors: [404], ...more };
}

function typeIn({ catalog }: Scope): EntityType {
  return catalog.registry.get(describingType(catalog.registry) ?? '');
}

async function putProperty(request: Request, scope: Scope) {
  const type = typeIn(scope);
  const row = await rowToChange(type, { id: parameter(request, 'id') }, 'all', scope, ['EditAll']);
  const property: CustomProperty = readBody(request, PROPERTY, scope);
  const stored = readDocument<Type>(row).customProperties ?? [];
  const known = stored.some(({ name }) => name === property.name);
  const customProperties = known
    ? stored.map((one) => (one.name === property.name ? property : one))
    : [...stored, property];
  const after = { name: row.name, customProperties };
  await checkProperties(after, { name: row.name, customProperties: [...stored] }, scope);
  const written = await changeEntity(
    type,
    row,
    (value) => ({ ...value, customProperties: after.customProperties }),
    scope,
  );
  return replyWith(type, written.row, 'customProperties', scope);
}

/** The properties of all types that the caller may see, by type. */
async function listProperties(_request: Request, scope: Scope) {
  const type = typeIn(scope);
  const { authorizer, registry } = scope.catalog;
  authorizer.possible(scope.actor, 'ViewBasic', type.name);
  const filter = authorizer.filter(scope.actor, 'ViewBasic', type.name);
  const names = registry.types.filter(takesProperties).map(({ name }) => name);
  const rows = await listEntities(scope.sql, {
    type: type.name,
    include: 'non-deleted',
    conditions: [],
    filter,
    limit: 1000,
  });
  const described = rows.filter(({ name }) => names.includes(name));
  return json(200, Object.fromEntries(described.map((row) => [row.name, readDocument(row).customProperties ?? []])));
}

async function listFields(request: Request, scope: Scope) {
  const { registry, contract, authorizer } = scope.catalog;
  const holder = typeIn(scope);
  authorizer.possible(scope.actor, 'ViewBasic', holder.name);
  const name = parameter(request, 'entityType');
  const type = registry.find(name);
  if (!type) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('type', name));
  const own = contract.resolve(contract.schema(type.schema)).properties ?? {};
  const fields = Object.entries(own).map(([field, schema]) => ({
    name: field,
    type: String(contract.resolve(schema).type ?? 'object'),
  }));
  const row = await readRow(holder, { fqn: name }, 'all', scope, ['ViewBasic']);
  const custom = definitionsIn(readDocument(row)).map((property) => ({
    name: `extension.${property.name}`,
    type: property.kind,
  }));
  return json(200, [...fields, ...custom]);
}
