/** Lists of tests and suites with the parameters of a search: an offset, a text, people, domains, labels and an order. */
import { catalogError, parseList, type TagLabel } from '../../../contract/index.js';
import {
  composeShown,
  type EntityType,
  givenFqn,
  jsonText,
  type ParameterDocs,
  type Reply,
  type Request,
  readInclude,
  type Scope,
  selectFields,
  viewOperations,
  withHrefs,
} from '../../catalog/index.js';
import { allOf, type ResourceFilter, withLabelsOf } from '../../rules/index.js';
import { type EntityRow, getEntityByFqn, type ListCondition, listEntities, RELATION } from '../../storage/index.js';
import { readPage } from './list-window.js';
import { RIGHTS_OF_CONTAINERS } from './rights-of-containers.js';

const MOST = 100_000;
const MOST_SHOWN = 10_000;
const text = { type: 'string' };

export const searchedParameters: readonly ParameterDocs[] = [
  { name: 'fields', description: 'Fields to return, joined with commas', schema: text },
  {
    name: 'include',
    description: 'Whether deleted ones are included',
    schema: { type: 'string', enum: ['all', 'deleted', 'non-deleted'], default: 'non-deleted' },
  },
  {
    name: 'limit',
    description: 'Maximum number to return',
    schema: { type: 'integer', minimum: 0, maximum: MOST_SHOWN, default: 10 },
  },
  { name: 'offset', description: 'Number to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
  { name: 'q', description: 'Only those whose name or description contains this text', schema: text },
  { name: 'queryString', description: 'The same as `q`', schema: text },
  { name: 'owner', description: 'Only those of this user or team, given by name', schema: text },
  { name: 'domain', description: 'Only those in this domain, given by FQN', schema: text },
  {
    name: 'tags',
    description: 'Only those with one of these labels, given by FQN and joined with commas',
    schema: text,
  },
  { name: 'tier', description: 'Only those of this tier, given by FQN', schema: text },
  { name: 'serviceName', description: 'Only those of tables of this service', schema: text },
  { name: 'followedBy', description: 'Only those that this user follows, given by name', schema: text },
  {
    name: 'sortField',
    description: 'What to sort by; results of tests are sorted by their time',
    schema: { type: 'string', default: 'name' },
  },
  { name: 'sortType', description: 'The order', schema: { type: 'string', enum: ['asc', 'desc'], default: 'asc' } },
];

/** Numbers to sort rows by, for fields that are not in the rows. */
export type SortKeys = (field: string, rows: readonly EntityRow[]) => Promise<ReadonlyMap<string, number> | null>;

export async function searchedPage(
  typeName: string,
  { query }: Request,
  conditions: readonly ListCondition[],
  keysOf: SortKeys,
  scope: Scope,
): Promise<Reply> {
  const { registry, authorizer } = scope.catalog;
  const type = registry.get(typeName);
  const operations = viewOperations(query.fields, type);
  for (const operation of operations) authorizer.possible(scope.actor, operation, typeName);
  const { limit, offset } = readPage(query, { most: MOST_SHOWN });
  const selection = selectFields(type, query.fields, scope.catalog);
  const seen = operations.map((operation) => authorizer.filter(scope.actor, operation, typeName));
  const rows = await listEntities(scope.sql, {
    type: typeName,
    include: readInclude(query.include),
    conditions: [...conditions, ...(await textConditions(query, scope))],
    filter: allOf([...seen, ...(await peopleFilters(query, scope)), ...labelFilters(typeName, query)]),
    limit: MOST,
  });
  const labelled = await onlyLabelled(rows, type, query, scope);
  const sorted = await sortRows(labelled, query, keysOf);
  const shown = await composeShown(sorted.slice(offset, offset + limit), type, selection, scope);
  return jsonText(
    200,
    `{"data":[${shown.join()}],"paging":${JSON.stringify({ offset, limit, total: labelled.length })}}`,
  );
}

async function textConditions({ q, queryString, serviceName, followedBy }: Request['query'], scope: Scope) {
  const conditions: ListCondition[] = [];
  const words = (q || queryString || '').replaceAll('*', '').trim();
  if (words !== '') conditions.push({ by: 'contains', fields: ['displayName', 'description'], text: words });
  if (serviceName) conditions.push({ by: 'fqnPrefix', prefix: `${givenFqn({}, serviceName)}.` });
  if (followedBy) {
    const ids = await idsOf('users', followedBy, scope);
    conditions.push({ by: 'related', kind: RELATION.follows, direction: 'from', ids });
  }
  return conditions;
}

async function peopleFilters({ owner, domain }: Request['query'], scope: Scope): Promise<ResourceFilter[]> {
  const filters: ResourceFilter[] = [];
  if (owner) filters.push({ kind: 'ownedBy', ids: await idsOf('owners', owner, scope) });
  if (domain) filters.push({ kind: 'inDomains', ids: await idsOf('domains', domain, scope) });
  return filters;
}

/** Lists of labels by FQN; an entity needs one of each list. */
function labelsIn({ tags, tier }: Request['query']): string[][] {
  return [...(tags ? [tags.split(',')] : []), ...(tier ? [[tier]] : [])];
}

/** All that can have these labels: they, their parts, or what contains them. */
function labelFilters(typeName: string, query: Request['query']): ResourceFilter[] {
  const inside = RIGHTS_OF_CONTAINERS[typeName]?.inside ?? ((filter: ResourceFilter) => filter);
  return labelsIn(query).map((tags) => withLabelsOf({ kind: 'taggedAny', tags }, inside));
}

/** Those that are shown with the labels: a test of one column does not have those of the other columns. */
async function onlyLabelled(
  rows: readonly EntityRow[],
  type: EntityType,
  query: Request['query'],
  scope: Scope,
): Promise<readonly EntityRow[]> {
  const lists = labelsIn(query);
  if (lists.length === 0) return rows;
  const texts = await type.traits?.find(({ field }) => field === 'tags')?.load(rows, scope);
  return rows.filter(({ id }) => {
    const names = new Set(parseList<TagLabel>(withHrefs(texts?.get(id) ?? '[]', '')).map(({ tagFQN }) => tagFQN));
    return lists.every((list) => list.some((name) => names.has(name)));
  });
}

/** Ids of the entities with this name that can stand in a field. */
async function idsOf(field: string, name: string, { sql, catalog: { registry } }: Scope): Promise<string[]> {
  const found = await Promise.all(
    registry.targetsOf(field).map((type) => getEntityByFqn(sql, type, givenFqn(registry.get(type), name))),
  );
  return found.flatMap((row) => (row ? [row.id] : []));
}

/** By a number of each row; rows without one come last. Rows arrive ordered by name. */
async function sortRows(
  rows: readonly EntityRow[],
  query: Request['query'],
  keysOf: SortKeys,
): Promise<readonly EntityRow[]> {
  const { sortField = 'name', sortType = 'asc' } = query;
  if (sortType !== 'asc' && sortType !== 'desc')
    throw catalogError('BAD_REQUEST', 'query param sortType must be one of asc, desc');
  const turn = sortType === 'asc' ? 1 : -1;
  const field = sortField.replace(/\.keyword$/, '');
  if (['name', 'fullyQualifiedName', 'displayName'].includes(field)) return turn === 1 ? rows : [...rows].reverse();
  const keys = field === 'updatedAt' ? new Map(rows.map((row) => [row.id, row.updated_at])) : await keysOf(field, rows);
  if (!keys) throw catalogError('BAD_REQUEST', `query param sortField: cannot sort by ${field.slice(0, 100)}`);
  const last = turn * Number.POSITIVE_INFINITY;
  return [...rows].sort((a, b) => turn * ((keys.get(a.id) ?? last) - (keys.get(b.id) ?? last) || 0));
}
