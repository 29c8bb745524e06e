/** Pages of the columns of an entity, for those that are too wide to be read at once. */

import { type Column, catalogError, parseObject } from '../../../contract/index.js';
import {
  aNounOf,
  composeShown,
  type DataRoute,
  json,
  type ParameterDocs,
  type Reply,
  type Request,
  rootOf,
  type Scope,
  selectFields,
  viewOperations,
} from '../../catalog/index.js';
import { first } from '../../context/index.js';
import { readPage } from '../asset-lists/assets.js';
import { decide, type Target, target } from '../entity-route.js';
import { type Columned, latestColumnProfiles } from '../table/profile/latest-column-profiles.js';

const most = 1000;

export const columnFieldsDocs: ParameterDocs = {
  name: 'fields',
  description: 'Additional fields: tags, customMetrics, extension, profile',
  schema: { type: 'string' },
};

const query: readonly ParameterDocs[] = [
  {
    name: 'limit',
    description: 'Maximum number of columns to return',
    schema: { type: 'integer', minimum: 1, maximum: most, default: most },
  },
  {
    name: 'offset',
    description: 'Number of columns to skip',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  columnFieldsDocs,
  { name: 'include', description: 'Whether to include soft deleted entities', schema: { type: 'string' } },
  {
    name: 'sortBy',
    description: 'Sort order of the columns',
    schema: { type: 'string', enum: ['name', 'ordinalPosition'], default: 'ordinalPosition' },
  },
  { name: 'sortOrder', description: 'Direction', schema: { type: 'string', enum: ['asc', 'desc'], default: 'asc' } },
];
const searched: readonly ParameterDocs[] = [
  { name: 'q', description: 'Part of a name, display name or description', schema: { type: 'string' } },
  {
    name: 'tags',
    description: 'Only columns with one of these tags or terms, given by FQN and joined with commas',
    schema: { type: 'string' },
  },
];

/** List and search, by id and by name. */
export function columnRoutes(type: string, path: string): DataRoute[] {
  return ['{id}', 'name/{fqn}'].flatMap((naming) => [
    columnRoute(type, `${path}/${naming}/columns`, 'list', naming),
    columnRoute(type, `${path}/${naming}/columns/search`, 'search', naming),
  ]);
}

function columnRoute(type: string, path: string, verb: 'list' | 'search', naming: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path,
    docs: {
      operationId: `${verb}_${type}_columns${naming === '{id}' ? '' : '_by_name'}`,
      summary: `${verb === 'list' ? 'List' : 'Search'} the columns of ${aNounOf({ name: type })}`,
      tag: type,
      query: verb === 'search' ? [...query, ...searched] : query,
      answers: { 200: { description: 'One page', schema: { pageOf: 'entity/data/table#column' } } },
      errors: [404],
    },
    handle: (request, scope) => listColumns(type, request, scope),
  };
}

async function listColumns(type: string, request: Request, scope: Scope): Promise<Reply> {
  const found = await target(type, request, 'ViewBasic', scope);
  const { limit, offset } = readPage(request.query, { fallback: most, high: most });
  const fields = readColumnFields(request.query.fields);
  const { q = '', tags } = request.query;
  const read = tags ? new Set([...fields, 'tags']) : fields;
  for (const field of read)
    for (const operation of viewOperations(field)) await decide(found.type, found.row, operation, scope);
  const holder = await readWithColumns(found, read, scope);
  const tagged = tags ? withAnyTag(holder.columns ?? [], new Set(tags.split(','))) : (holder.columns ?? []);
  const columns = sortColumns(matching(tagged, q), request.query);
  const data = columns.slice(offset, offset + limit).map((column) => shownColumn(column, fields));
  if (fields.has('profile')) await latestColumnProfiles(found.row.id, holder, scope, data);
  return json(200, { data, paging: { total: columns.length, limit, offset } });
}

const columnFields = ['tags', 'customMetrics', 'extension', 'profile'] as const;

/** Reads the column fields requested with `fields`; 400 for unknown ones. */
export function readColumnFields(text: string | undefined): Set<string> {
  const names = new Set(
    (text ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  if (names.delete('*')) for (const name of columnFields) names.add(name);
  for (const name of names)
    if (!columnFields.some((one) => one === name))
      throw catalogError('BAD_REQUEST', `fields: ${JSON.stringify(name.slice(0, 100))} is not a field of columns`);
  return names;
}

/** The entity with these fields of its columns, except profiles. */
export async function readWithColumns(
  { type, row }: Pick<Target, 'type' | 'row'>,
  fields: ReadonlySet<string>,
  scope: Scope,
): Promise<Columned> {
  if (!fields.has('tags') && !fields.has('extension')) return parseObject<Columned>(row.doc);
  const shown = ['tags', ...(type.parts ?? []).map(({ path }) => rootOf(path))].join(',');
  const text = first(await composeShown([row], type, selectFields(type, shown, scope.catalog), scope));
  return parseObject<Columned>(text);
}

/** Columns that contain the text in their name, display name or description, or in a nested column. */
export function matching(columns: readonly Column[], text: string): Column[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...columns];
  return columns.filter((column) => matches(column, wanted));
}

function matches(column: Column, wanted: string): boolean {
  const texts = [column.name, column.displayName, column.description];
  if (texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(wanted))) return true;
  return column.children?.some((child) => matches(child, wanted)) ?? false;
}

/** Columns that have one of the tags, or contain a column that has. */
function withAnyTag(columns: readonly Column[], names: ReadonlySet<string>): Column[] {
  return columns.filter(
    ({ tags, children }) =>
      tags?.some(({ tagFQN }) => names.has(tagFQN)) || withAnyTag(children ?? [], names).length > 0,
  );
}

function sortColumns(columns: Column[], { sortBy, sortOrder }: Request['query']): Column[] {
  if (sortBy && sortBy !== 'name' && sortBy !== 'ordinalPosition')
    throw catalogError('BAD_REQUEST', 'query param sortBy must be name or ordinalPosition');
  if (sortOrder && sortOrder !== 'asc' && sortOrder !== 'desc')
    throw catalogError('BAD_REQUEST', 'query param sortOrder must be asc or desc');
  if (sortBy === 'name') columns.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  else columns.sort((a, b) => (a.ordinalPosition ?? 0) - (b.ordinalPosition ?? 0));
  return sortOrder === 'desc' ? columns.reverse() : columns;
}

/** The column without fields that were not requested. */
export function shownColumn(column: Column, fields: ReadonlySet<string>): Column {
  const shown: Column = { ...column };
  for (const field of columnFields) if (field !== 'profile' && !fields.has(field)) delete shown[field];
  if (shown.children) shown.children = shown.children.map((child) => shownColumn(child, fields));
  return shown;
}
