/** `GET <collection>`: small pages are returned at once, large ones are streamed. */
import { filterKey } from '../../rules/index.js';
import { cached, type ListCondition, scanEntities, TEXT_OF_PAGE } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { viewOperations } from '../rights/operations.js';
import { sharedName } from '../rights/visible.js';
import { jsonText, type Reply, type Request, type Scope } from '../routes/route.js';
import { type ListPosition, positionOf, writeCursor } from './cursor.js';
import { type ListRequest, readListRequest } from './list-request.js';
import { type Paging, pageSize, renderRows } from './render-rows.js';
import { streamList } from './stream-list.js';

/** The list of any type. `narrow`: additional conditions. */
export async function listType(
  type: EntityType,
  request: Request,
  scope: Scope,
  narrow: readonly ListCondition[] = [],
): Promise<Reply> {
  const operations = viewOperations(request.query.fields, type);
  for (const operation of operations) scope.catalog.authorizer.possible(scope.actor, operation, type.name);
  const list = await readListRequest(type, request, scope, narrow);
  const { limit, after, before } = list;
  const { filter, ...query } = list.query;
  const parts = [query, filter && filterKey(filter), list.asked, limit, after, before, request.query.fields];
  const name = limit > cachedLimit ? null : sharedName('page', type, list.selection, parts, scope);
  const load = async () => {
    const total = await scope.catalog.totals.quick(list.query, scope);
    return readAnswer(type, list, total, scope);
  };
  const text = name === null ? await load() : await cachedText(name, load, scope);
  if (text !== null) return jsonText(200, text);
  const total = await scope.catalog.totals.quick(list.query, scope);
  // The total took longer to count than one answer may take. Once it is known, pages are as quick as any.
  const counted = name === null || total === null ? null : `${name} of ${total}`;
  const late = counted && (await cachedText(counted, () => readAnswer(type, list, total, scope), scope));
  return late ? jsonText(200, late) : { status: 200, body: streamList(type, list, total, scope) };
}

function cachedText(name: string, load: () => Promise<string | null>, scope: Scope): Promise<string | null> {
  return cached(scope.sql, name, load, (found) => found?.length ?? 0);
}

/** Pages of up to this many entities are cached until the next commit. */
const cachedLimit = 100;

/** The complete response; null if it takes more than one query and must be streamed. */
async function readAnswer(
  type: EntityType,
  list: ListRequest,
  total: number | null,
  scope: Scope,
): Promise<string | null> {
  if (list.limit > pageSize || total === null) return null;
  const page = await readPage(type, list, total, scope);
  return page && `{"data":[${page.text}],"paging":${JSON.stringify(page.paging)}}`;
}

interface Page {
  text: string;
  paging: Paging;
}

/** null if a single scan did not find enough matching rows, or too long ones; the list is then streamed. */
async function readPage(type: EntityType, list: ListRequest, total: number, scope: Scope): Promise<Page | null> {
  if (list.limit === 0) return { text: '', paging: { total } };
  const found = await scanEntities(scope.sql, { ...list.query, ...place(list), limit: list.limit + 1 });
  const { rows } = found;
  const more = rows.length > list.limit;
  if (!more && found.next !== null) return null;
  if (rows.reduce((sum, { doc }) => sum + doc.length, 0) > TEXT_OF_PAGE) return null;
  if (more) list.before ? rows.shift() : rows.pop();
  const paging: Paging = { total };
  const first = rows[0];
  const last = rows.at(-1);
  if (first && (list.after || (list.before && more))) paging.before = writeCursor(positionOf(first), list.asked);
  if (last && (list.before || more)) paging.after = writeCursor(positionOf(last), list.asked);
  return { text: await renderRows(rows, type, list.selection, scope), paging };
}

function place(list: ListRequest): { after?: ListPosition; before?: ListPosition } {
  if (list.after) return { after: list.after };
  return list.before ? { before: list.before } : {};
}
