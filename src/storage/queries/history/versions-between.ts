import type { Sql } from '../../port.js';
import type { EntityRow, HistoryRow } from '../../rows.js';
import { entityColumnsOf } from '../entities/entity-columns.js';
import { createParameters, type Parameters } from '../parameters.js';
import { filterCondition, type RowFilter } from '../row-filter.js';

/** Versions of all entities of a type that were made in a time; milliseconds, both ends included. */
export interface VersionQuery {
  type: string;
  since: number;
  until: number;
  /** What the reader may see. */
  filter: RowFilter;
}

/** A place in the order of versions: by time, entity, version. */
export interface VersionPlace {
  at: number;
  id: string;
  version: number;
}

export interface VersionPage extends VersionQuery {
  /** Older than this … */
  after?: VersionPlace;
  /** … or newer, the nearest. At most one. */
  before?: VersionPlace;
  limit: number;
}

/** At most `limit` current versions and as many older ones, newest first (oldest first with `before`), for merging. */
export async function versionsBetween(
  sql: Sql,
  page: VersionPage,
): Promise<{ current: EntityRow[]; older: HistoryRow[] }> {
  const direction = page.before ? 'asc' : 'desc';
  const current = createParameters();
  const older = createParameters();
  return {
    current: await sql.all<EntityRow>(
      `select ${entityColumnsOf('e')} from entity e where ${currentCondition(sql, page, current)}${beyond(page, 'e.updated_at, e.id, e.version', current)}
        order by e.updated_at ${direction}, e.id ${direction} limit ${current.add(page.limit)}`,
      current.values,
    ),
    older: await sql.all<HistoryRow>(
      `select h.entity_id, h.version, h.updated_at, h.updated_by, h.doc from history h join entity e on e.id = h.entity_id
        where ${olderCondition(sql, page, older)}${beyond(page, 'h.updated_at, h.entity_id, h.version', older)}
        order by h.updated_at ${direction}, h.entity_id ${direction}, h.version ${direction} limit ${older.add(page.limit)}`,
      older.values,
    ),
  };
}

/** How many there are. */
export async function countVersionsBetween(sql: Sql, query: VersionQuery): Promise<number> {
  const current = createParameters();
  const older = createParameters();
  const rows = await Promise.all([
    sql.get<{ count: number }>(
      `select count(*) as count from entity e where ${currentCondition(sql, query, current)}`,
      current.values,
    ),
    sql.get<{ count: number }>(
      `select count(*) as count from history h join entity e on e.id = h.entity_id where ${olderCondition(sql, query, older)}`,
      older.values,
    ),
  ]);
  return rows.reduce((sum, row) => sum + Number(row?.count ?? 0), 0);
}

function currentCondition(sql: Sql, query: VersionQuery, parameters: Parameters): string {
  return `${shown(sql, query, parameters)} and e.updated_at between ${parameters.add(query.since)} and ${parameters.add(query.until)}`;
}

function olderCondition(sql: Sql, query: VersionQuery, parameters: Parameters): string {
  return `${shown(sql, query, parameters)} and h.updated_at between ${parameters.add(query.since)} and ${parameters.add(query.until)}`;
}

function shown(sql: Sql, { type, filter }: VersionQuery, parameters: Parameters): string {
  const visible = filter.kind === 'all' ? '' : ` and ${filterCondition(filter, 'e', sql.dialect, parameters)}`;
  return `e.type = ${parameters.add(type)} and e.deleted < 2${visible}`;
}

function beyond({ after, before }: VersionPage, columns: string, parameters: Parameters): string {
  const place = after ?? before;
  if (!place) return '';
  const values = [place.at, place.id, place.version].map((value) => parameters.add(value)).join(', ');
  return ` and (${columns}) ${after ? '<' : '>'} (${values})`;
}
