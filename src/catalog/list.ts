/** Lists of entities: filters, cursors, totals; large ones are streamed page by page in flat memory. */
import { catalogError } from '../../contract/index.js';
import {
  type EntityQuery,
  type EntityRow,
  getEntityByFqn,
  getEntityById,
  type ListCondition,
  listEntities,
} from '../storage/index.js';
import { compose } from './compose.js';
import { type Place, placeOf, readCursor, writeCursor } from './cursor.js';
import type { EntityType, ListFilter } from './define.js';
import { givenFqn } from './fqn.js';
import { readInclude } from './load.js';
import { viewOperations } from './operations.js';
import { withHrefs } from './reference.js';
import { hiddenCondition } from './removals.js';
import { jsonText, type Reply, type Request, type Scope } from './route.js';
import { type Selection, selectFields } from './selection.js';

export const defaultLimit = 10;
export const highestLimit = 1_000_000;
/** Rows of one query; a list with a higher limit is streamed. */
const pageSize = 500;

interface ListRequest {
  query: EntityQuery;
  limit: number;
  after: Place | undefined;
  before: Place | undefined;
  selection: Selection;
}

/** `GET <collection>` of any type. `narrow` adds conditions of a special list. */
export async function listType(
  type: EntityType,
  request: Request,
  scope: Scope,
  narrow: readonly ListCondition[] = [],
): Promise<Reply> {
  for (const operation of viewOperations(request.query.fields))
    scope.catalog.authorizer.possible(scope.actor, operation, type.name);
  const list = await readRequest(type, request, scope, narrow);
  const total = await scope.catalog.totals.quick(list.query, scope);
  if (total === null || list.limit > pageSize) return { status: 200, body: streamList(type, list, total, scope) };
  const page = await readPage(type, list, total, scope);
  return jsonText(200, `{"data":[${page.text}],"paging":${JSON.stringify(page.paging)}}`);
}

async function readRequest(
  type: EntityType,
  request: Request,
  scope: Scope,
  narrow: readonly ListCondition[],
): Promise<ListRequest> {
  const { query } = request;
  const limit = readLimit(query.limit, defaultLimit, 0, highestLimit);
  if (query.after && query.before)
    throw catalogError('BAD_REQUEST', 'Only one of the query parameters after and before may be given');
  const selection = selectFields(type, query.fields, scope.catalog);
  const include = readInclude(query.include);
  const removals = await scope.catalog.removals.under(scope.sql, scope.context.now());
  const conditions = [...narrow, ...hiddenCondition(removals, type.name, include, scope.catalog.registry)];
  let below: string | undefined;
  for (const [name, filter] of Object.entries(type.filters ?? {})) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    if (filter.by === 'below') {
      const fqn = await containerFqn(filter, value, scope);
      if (below === undefined) below = fqn;
      else conditions.push({ by: 'below', fqns: [fqn] });
    } else conditions.push(await condition(filter, name, value, scope));
  }
  return {
    query: {
      type: type.name,
      include,
      ...(below === undefined ? {} : { below }),
      conditions,
      filter: scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', type.name),
    },
    limit,
    after: query.after ? readCursor(query.after, 'after') : undefined,
    before: query.before ? readCursor(query.before, 'before') : undefined,
    selection,
  };
}

/** A whole number between two bounds; anything else is 400 naming the rule. */
export function readLimit(
  text: string | undefined,
  fallback: number,
  low: number,
  high: number,
  parameter = 'limit',
): number {
  if (text === undefined || text === '') return fallback;
  if (!/^[+-]?\d{1,15}$/.test(text))
    throw catalogError('BAD_REQUEST', `query param ${parameter} must be a whole number`);
  const value = Number(text);
  if (value < low)
    throw catalogError('BAD_REQUEST', `query param ${parameter} must be greater than or equal to ${low}`);
  if (value > high) throw catalogError('BAD_REQUEST', `query param ${parameter} must be less than or equal to ${high}`);
  return value;
}

async function containerFqn(
  filter: Extract<ListFilter, { by: 'below' }>,
  value: string,
  scope: Scope,
): Promise<string> {
  const type = scope.catalog.registry.find(filter.type);
  if (filter.given === 'fqn' || !/^[0-9a-f-]{36}$/i.test(value)) return givenFqn(type, value);
  return (await getEntityById(scope.sql, value.toLowerCase()))?.fqn ?? value;
}

async function condition(
  filter: Exclude<ListFilter, { by: 'below' }>,
  name: string,
  value: string,
  scope: Scope,
): Promise<ListCondition> {
  if (filter.by === 'equals') return { by: 'equals', field: filter.field, values: value.split(',') };
  if (filter.by === 'boolean') return { by: 'boolean', field: filter.field, value: readBoolean(value, name) };
  const row = /^[0-9a-f-]{36}$/i.test(value)
    ? await getEntityById(scope.sql, value.toLowerCase())
    : await getEntityByFqn(scope.sql, filter.type, givenFqn(scope.catalog.registry.find(filter.type), value));
  return { by: 'related', kind: filter.kind, direction: filter.direction, ids: row ? [row.id] : [] };
}

/** `true` or `false`; anything else is 400. */
export function readBoolean(text: string, parameter: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw catalogError('BAD_REQUEST', `query param ${parameter} must be true or false`);
}

interface Page {
  /** Entities with commas between them. */
  text: string;
  paging: { after?: string; before?: string; total: number };
}

async function readPage(type: EntityType, list: ListRequest, total: number, scope: Scope): Promise<Page> {
  if (list.limit === 0) return { text: '', paging: { total } };
  const rows = await listEntities(scope.sql, { ...list.query, ...place(list), limit: list.limit + 1 });
  const more = rows.length > list.limit;
  if (more) list.before ? rows.shift() : rows.pop();
  const paging: Page['paging'] = { total };
  const first = rows[0];
  const last = rows.at(-1);
  if (first && (list.after || (list.before && more))) paging.before = writeCursor(placeOf(first));
  if (last && (list.before || more)) paging.after = writeCursor(placeOf(last));
  return { text: await render(rows, type, list.selection, scope), paging };
}

function place(list: ListRequest): { after?: Place; before?: Place } {
  if (list.after) return { after: list.after };
  return list.before ? { before: list.before } : {};
}

async function render(
  rows: readonly EntityRow[],
  type: EntityType,
  selection: Selection,
  scope: Scope,
): Promise<string> {
  const texts = await compose(rows, type, selection, scope);
  return withHrefs(texts.join(','), `${scope.catalog.options.publicUrl}/api`);
}

/** The same answer in pieces, each from a snapshot of its own. */
async function* streamList(
  type: EntityType,
  list: ListRequest,
  known: number | null,
  scope: Scope,
): AsyncGenerator<string> {
  const total = known ?? (await scope.catalog.totals.full(list.query, scope));
  const stretch = list.before
    ? await stretchBefore(list, list.before, scope)
    : { after: list.after, left: list.limit, more: false };
  let { after, left } = stretch;
  let first: Place | undefined;
  yield '{"data":[';
  while (left > 0) {
    const size = Math.min(pageSize, left);
    const from = after;
    const part = await scope.reopen((sql) => readPart(type, list, from, size, { ...scope, sql }));
    const last = part.rows.at(-1);
    after = last && (part.more || list.before) ? placeOf(last) : undefined;
    if (!last) break;
    yield (first ? ',' : '') + part.text;
    first ??= placeOf(part.rows[0] as EntityRow);
    left -= part.rows.length;
    if (!part.more) break;
  }
  const paging: Page['paging'] = { total };
  if (first && (list.after || stretch.more)) paging.before = writeCursor(first);
  if (after) paging.after = writeCursor(after);
  yield `],"paging":${JSON.stringify(paging)}}`;
}

async function readPart(type: EntityType, list: ListRequest, after: Place | undefined, size: number, scope: Scope) {
  const rows = await listEntities(scope.sql, { ...list.query, ...(after ? { after } : {}), limit: size + 1 });
  const shown = rows.slice(0, size);
  return { rows: shown, more: rows.length > size, text: await render(shown, type, list.selection, scope) };
}

/** Walks back from `before` to where its page begins; only the place is kept, so that memory stays flat. */
async function stretchBefore(
  list: ListRequest,
  before: Place,
  scope: Scope,
): Promise<{ after: Place | undefined; left: number; more: boolean }> {
  let start = before;
  let found = 0;
  while (found <= list.limit) {
    const from = start;
    const rows = await scope.reopen((sql) =>
      listEntities(sql, { ...list.query, before: from, limit: Math.min(pageSize, list.limit + 1 - found) }),
    );
    const first = rows[0];
    if (!first) return { after: undefined, left: found, more: false };
    start = placeOf(first);
    found += rows.length;
  }
  return { after: start, left: list.limit, more: true };
}
