import { type CustomProperty, catalogError, errorMessages, type Type } from '../../../contract/index.js';
import {
  changeEntity,
  type DataRoute,
  describingType,
  type EntityType,
  json,
  parameter,
  partTypes,
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
import { type EntityRow, listEntities } from '../../storage/index.js';
import { checkProperties } from './custom-properties.js';
import { propertyField, schemaFields } from './type-fields.js';
import { COLUMN } from './type-seeds.js';

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
        return json(200, propertiesIn(row));
      },
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/fields/{entityType}`,
      docs: docs('getTypeFields', 'List the fields of an entity type', {
        description:
          'Returns the names and types of the fields of an entity type and of those inside of them (`columns.name`), and its custom properties.',
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
  const stored = propertiesIn(row);
  const known = stored.some(({ name }) => name === property.name);
  const customProperties = known
    ? stored.map((one) => (one.name === property.name ? property : one))
    : [...stored, property];
  const { category } = readDocument<Type>(row);
  const after = { name: row.name, category, customProperties };
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
  const names = new Set([...registry.types.filter(takesProperties).map(({ name }) => name), ...partTypes(registry)]);
  const rows = await listEntities(scope.sql, {
    type: type.name,
    include: 'non-deleted',
    conditions: [],
    filter,
    limit: 1000,
  });
  const described = rows.filter((row) => names.has(row.name) || propertiesIn(row).length > 0);
  const fields = (row: EntityRow) => propertiesIn(row).map((property) => ({ ...property, ...propertyField(property) }));
  return json(200, Object.fromEntries(described.map((row) => [row.name, fields(row)])));
}

async function listFields(request: Request, scope: Scope) {
  const { registry, contract, authorizer } = scope.catalog;
  const holder = typeIn(scope);
  authorizer.possible(scope.actor, 'ViewBasic', holder.name);
  const name = parameter(request, 'entityType');
  const schema = registry.find(name)?.schema ?? (partTypes(registry).includes(name) ? COLUMN : undefined);
  if (schema === undefined) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('type', name));
  const row = await readRow(holder, { fqn: name }, 'all', scope, ['ViewBasic']);
  const own = schemaFields(schema, contract);
  const taken = new Set(own.map((field) => field.name));
  const custom = propertiesIn(row).filter((property) => !taken.has(property.name));
  return json(200, [...own, ...custom.map(propertyField)]);
}

function propertiesIn(row: EntityRow): CustomProperty[] {
  return readDocument<Type>(row).customProperties ?? [];
}
