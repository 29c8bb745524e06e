import type { Sql } from '../../port.js';
import type { ShownRow } from '../../rows.js';
import { type ListPlace, rowConditions, statesOf } from '../entities/entity-query.js';
import { createParameters } from '../parameters.js';
import { listShown, listSizes, type PageQuery } from './list-entities.js';
import { rangeConditions } from './list-range.js';

export interface ScannedPage {
  /** At most `limit` rows, in listing order. */
  rows: ShownRow[];
  /**
   * Where to continue, as `after` (or `before`): after the last row of a full page, or after the last row scanned.
   * null at the end of the list.
   */
  next: ListPlace | null;
}

// Number of rows that can be checked one by one in a few milliseconds.
const SCANNED_AT_ONCE = 2_000;

/**
 * A page of a list whose conditions few rows may meet, bounded in time: where statements block the thread, it scans
 * only a stretch of the list and may return fewer rows than exist. Call it again from `next`, in a separate read,
 * until the page is full.
 */
export async function scanEntities(
  sql: Sql,
  query: PageQuery & { sized?: boolean },
  size = SCANNED_AT_ONCE,
): Promise<ScannedPage> {
  const bounded = sql.dialect.blocking && rowConditions(query, sql.dialect, createParameters()).length > 0;
  const stop = bounded ? await stretchEnd(sql, query, size) : null;
  const within = { ...query, ...(stop && (query.before ? { from: stop } : { upTo: stop })) };
  const limit = query.limit > UNSIZED || query.sized ? await fitting(sql, within) : query.limit;
  const rows = await listShown(sql, { ...within, limit });
  const last = query.before ? rows[0] : rows.at(-1);
  if (last && rows.length === limit) return { rows, next: { key: last.fqn, id: last.id } };
  return { rows, next: stop };
}

/** Pages of so few rows are read at once, unless the query says that they are to be `sized`. */
const UNSIZED = 60;
/** Bytes after which a page ends early: some texts are thousands of times as long as others. */
export const TEXT_OF_PAGE = 8 * 1024 * 1024;

/** How many rows of a page are read at once. */
async function fitting(sql: Sql, query: PageQuery): Promise<number> {
  const sizes = await listSizes(sql, query);
  if (query.before) sizes.reverse();
  let text = 0;
  const end = sizes.findIndex((size) => {
    text += size;
    return text > TEXT_OF_PAGE;
  });
  return end < 0 ? query.limit : Math.max(1, end);
}

/** The last row of a stretch of the list, regardless of its conditions; null if the list ends before. */
async function stretchEnd(sql: Sql, query: PageQuery, size: number): Promise<ListPlace | null> {
  const key = sql.dialect.sortKey('e');
  const direction = query.before ? ' desc' : '';
  const order = `${key}${direction}, e.id${direction}`;
  const ends = await Promise.all(
    statesOf(query).map((state) => {
      const parameters = createParameters();
      const range = rangeConditions(query, state, query, sql.dialect, parameters);
      return sql.get<ListPlace>(
        `select e.fqn as key, e.id from entity e where ${range}
          order by ${order} limit 1 offset ${parameters.add(size - 1)}`,
        parameters.values,
      );
    }),
  );
  return ends.filter((end) => end !== undefined).reduce<ListPlace | null>((a, b) => nearer(a, b, query), null);
}

// Every state must be scanned up to the same place, so the stretch ends with the nearest of them.
function nearer(a: ListPlace | null, b: ListPlace, query: PageQuery): ListPlace {
  if (a === null) return b;
  const order = Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) || (a.id < b.id ? -1 : 1);
  return order < 0 === (query.before === undefined) ? a : b;
}
