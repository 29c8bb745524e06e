/** Streams lists in chunks, each read from its own snapshot, so that memory use does not grow with the list. */
import { scanEntities } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import type { Scope } from '../routes/route.js';
import { type ListPosition, positionOf, writeCursor } from './cursor.js';
import type { ListRequest } from './list-request.js';
import { type Paging, pageSize, renderRows } from './render-rows.js';

/** The response text. `known`: the total, if it was cheap to get; else it is counted here. */
export async function* streamList(
  type: EntityType,
  list: ListRequest,
  known: number | null,
  scope: Scope,
): AsyncGenerator<string> {
  const total = known ?? (await scope.catalog.totals.full(list.query, scope));
  const stretch = list.before
    ? await stretchBefore(list, list.before, scope)
    : { after: list.after, left: list.limit, more: false };
  let { left } = stretch;
  let at: ListPosition | null | undefined = stretch.after;
  let first: ListPosition | undefined;
  let last: ListPosition | undefined;
  let full = false;
  yield '{"data":[';
  while (at !== null && !(full && left === 0)) {
    const from = at;
    const part: Part = await scope.reopen((sql) => readPart(type, list, from, left, { ...scope, sql }));
    if (part.first) yield (first ? ',' : '') + part.text;
    first ??= part.first;
    last = part.last ?? last;
    left -= part.count;
    full = part.full;
    at = part.next;
  }
  const paging: Paging = { total };
  if (first && (list.after || stretch.more)) paging.before = writeCursor(first, list.asked);
  if (last && (full || list.before)) paging.after = writeCursor(last, list.asked);
  yield `],"paging":${JSON.stringify(paging)}}`;
}

interface Part {
  text: string;
  count: number;
  first?: ListPosition;
  last?: ListPosition;
  /** More rows follow. */
  full: boolean;
  /** Where the next chunk starts; null at the end. */
  next: ListPosition | null;
}

/** One chunk of at most `left` rows. */
async function readPart(
  type: EntityType,
  list: ListRequest,
  after: ListPosition | undefined,
  left: number,
  scope: Scope,
): Promise<Part> {
  const size = Math.min(pageSize, left);
  const found = await scanEntities(scope.sql, {
    ...{ ...list.query, sized: true },
    ...(after ? { after } : {}),
    limit: size + 1,
  });
  const rows = found.rows.slice(0, size);
  const [first, last] = [rows[0], rows.at(-1)];
  const full = found.rows.length > size;
  return {
    text: await renderRows(rows, type, list.selection, scope),
    count: rows.length,
    ...(first && last ? { first: positionOf(first), last: positionOf(last) } : {}),
    full,
    next: full && last ? positionOf(last) : found.next,
  };
}

/** Walks back from `before` to the start of its page. Stores only the position, so that memory use stays constant. */
async function stretchBefore(
  list: ListRequest,
  before: ListPosition,
  scope: Scope,
): Promise<{ after: ListPosition | undefined; left: number; more: boolean }> {
  let at: ListPosition | null = before;
  let start = before;
  let found = 0;
  while (at !== null && found <= list.limit) {
    const from: ListPosition = at;
    const limit = Math.min(pageSize, list.limit + 1 - found);
    const { rows, next } = await scope.reopen((sql) => scanEntities(sql, { ...list.query, before: from, limit }));
    const [first] = rows;
    if (first) start = positionOf(first);
    found += rows.length;
    at = next;
  }
  return found > list.limit
    ? { after: start, left: list.limit, more: true }
    : { after: undefined, left: found, more: false };
}
