/**
 * Filters of column requests, and, as far as the index supports them, a condition on the entities that have the
 * columns.
 */
import { catalogError, labelTypes } from '../../../contract/index.js';
import {
  checkId,
  createSight,
  type ParameterDocs,
  type PartList,
  type Registry,
  type Request,
  type Scope,
} from '../../catalog/index.js';
import { type ColumnHolder, columnHolders } from '../../entities/index.js';
import { createFieldCompiler, type FieldCompiler } from '../query/compile-fields.js';
import { both, type Condition, either, NOTHING } from '../query/condition.js';
import { visibleTo } from '../query/visible.js';
import { readNames } from '../routes/search-route.js';

export interface ColumnFilter {
  holders: readonly ColumnHolder[];
  /** Only columns with exactly this name. */
  columnName: string | null;
  /** Containers by the field that shows them: name, display name or FQN. */
  containers: readonly (readonly [field: string, name: string])[];
  serviceTypes: readonly string[];
  domainId: string | null;
  /** Columns with one of these tags or terms, by FQN; null: no filter on labels. */
  labels: { tags: readonly string[]; terms: readonly string[] } | null;
}

/** `columnName`, `entityTypes` and the names of containers, from a query or a body. */
export interface GivenFilter {
  columnName?: string | undefined;
  entityTypes?: readonly string[] | undefined;
  serviceName?: string | undefined;
  databaseName?: string | undefined;
  schemaName?: string | undefined;
  domainId?: string | undefined;
}

const text = { type: 'string' };
const parameter = (name: string, description: string): ParameterDocs => ({ name, description, schema: text });

/** Parameters of every list of columns. */
export const filterDocs: readonly ParameterDocs[] = [
  parameter('entityTypes', 'Entity types that contain the columns, separated by commas; default: all'),
  parameter('serviceName', 'Name, display name or FQN of the service'),
  parameter('databaseName', 'Name, display name or FQN of the database'),
  parameter('schemaName', 'Name, display name or FQN of the database schema'),
  {
    name: 'domainId',
    description: 'Id of the domain of the entity, direct or inherited',
    schema: { ...text, format: 'uuid' },
  },
];

/** Parameters that only the grid has. */
export const gridFilterDocs: readonly ParameterDocs[] = [
  parameter('columnName', 'Only columns with exactly this name'),
  parameter('serviceTypes', 'Service types, separated by commas'),
  parameter('tags', 'FQNs of tags, separated by commas: columns with any of them or of `glossaryTerms`'),
  parameter('glossaryTerms', 'FQNs of glossary terms, separated by commas'),
];

export function queryFilter(query: Request['query'], scope: Scope): ColumnFilter {
  const { columnName, serviceName, databaseName, schemaName, domainId } = query;
  const entityTypes = query.entityTypes ? readNames(query.entityTypes) : undefined;
  const given = { columnName, entityTypes, serviceName, databaseName, schemaName, domainId };
  return readColumnFilter(given, scope);
}

export function gridFilter(query: Request['query'], scope: Scope): ColumnFilter {
  const [tags, terms] = [readNames(query.tags), readNames(query.glossaryTerms)];
  return {
    ...queryFilter(query, scope),
    serviceTypes: readNames(query.serviceTypes),
    labels: tags.length + terms.length === 0 ? null : { tags, terms },
  };
}

export function readColumnFilter(given: GivenFilter, scope: Pick<Scope, 'catalog'>): ColumnFilter {
  const { entityTypes } = given;
  const named = { service: given.serviceName, database: given.databaseName, databaseSchema: given.schemaName };
  return {
    holders: columnHolders(scope).filter(({ type }) => !entityTypes?.length || entityTypes.includes(type.name)),
    columnName: given.columnName || null,
    containers: Object.entries(named).flatMap(([field, name]) => (name ? [[field, name] as const] : [])),
    serviceTypes: [],
    domainId: given.domainId ? idOf(given.domainId) : null,
    labels: null,
  };
}

function idOf(id: string): string {
  try {
    return checkId(id);
  } catch (cause) {
    throw catalogError('BAD_REQUEST', `domainId ${JSON.stringify(id.slice(0, 100))} is not a UUID`, { cause });
  }
}

/**
 * The entities that the caller may see and that may have such columns; the caller of this function checks the columns
 * themselves.
 */
export async function conditionOf(filter: ColumnFilter, scope: Scope): Promise<Condition> {
  const { registry } = scope.catalog;
  const fields = createFieldCompiler({
    sql: scope.sql,
    registry,
    sight: createSight(scope),
  });
  const types = filter.holders.map(({ type }) => type.name);
  if (types.length === 0) return NOTHING;
  const parts = [await visibleTo(types, false, scope)];
  if (filter.columnName !== null)
    parts.push(await fields.term({ kind: 'partNames', lists: filter.holders.map(listOf) }, [filter.columnName]));
  for (const [field, name] of filter.containers) parts.push(await inContainer(field, name, fields, registry));
  if (filter.serviceTypes.length > 0)
    parts.push(await fields.term({ kind: 'value', key: 'serviceType' }, filter.serviceTypes));
  if (filter.domainId !== null)
    parts.push(await fields.term({ kind: 'inherited', field: 'domains', by: 'id' }, [filter.domainId]));
  if (filter.labels) parts.push(await labelled(filter.labels, fields));
  return both(parts);
}

function listOf({ type, rule }: ColumnHolder): PartList {
  return { type: type.name, rule };
}

/** Types that contain entities by this field. */
function containersIn(field: string, registry: Registry): string[] {
  const parents = registry.types.flatMap((type) => type.parents ?? []);
  const types = new Set(parents.filter((parent) => parent.field === field).flatMap(({ type }) => type));
  return [...types].filter((type) => registry.find(type) !== undefined);
}

async function inContainer(key: string, name: string, fields: FieldCompiler, registry: Registry): Promise<Condition> {
  const types = containersIn(key, registry);
  return types.length === 0 ? NOTHING : fields.term({ kind: 'reference', key, by: 'any', types }, [name]);
}

async function labelled(
  { tags, terms }: NonNullable<ColumnFilter['labels']>,
  fields: FieldCompiler,
): Promise<Condition> {
  const has = (type: string, fqns: readonly string[]) =>
    fqns.length === 0 ? NOTHING : fields.term({ kind: 'reference', key: 'tags', by: 'fqn', types: [type] }, fqns);
  return either([await has(labelTypes.Classification, tags), await has(labelTypes.Glossary, terms)]);
}
