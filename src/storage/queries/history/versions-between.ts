import type { Sql } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { entityColumnsOf } from '../entities/entity-columns.js';
import { createParameters, type Parameters } from '../parameters.js';
import { filterCondition, type RowFilter } from '../row-filter.js';

/** Versions of all entities of a type made within a period; milliseconds, both bounds inclusive. */
export interface VersionQuery {
  type: string;
  since: number;
  until: number;
  /** What the reader may see. */
  filter: RowFilter;
}

/** A position in the order of versions: by time, entity, version. */
export interface VersionPlace {
  at: number;
  id: string;
  version: number;
}

export interface VersionPage extends VersionQuery {
  /** Older than this … */
  after?: VersionPlace;
  /** … or newer, nearest first. At most one of the two. */
  before?: VersionPlace;
  limit: number;
  /** Bytes after which the page ends early. */
  text: number;
}

/** A version and its entity; `text` is the stored version, null for the current one. */
export interface MadeVersion extends VersionPlace {
  text: string | null;
  row: EntityRow;
}

/** At most `limit` versions, newest first (oldest first with `before`). `more`: others follow. */
export async function versionsBetween(
  sql: Sql,
  page: VersionPage,
): Promise<{ versions: MadeVersion[]; more: boolean }> {
  const direction = page.before ? 'asc' : 'desc';
  const limit = await fitting(sql, page);
  const parameters = createParameters();
  const rows = await sql.all<EntityRow & { made_at: number; made_version: number; text: string | null }>(
    `select v.at as made_at, v.version as made_version, case when ${CURRENT} then null else h.doc end as text, ${entityColumnsOf('e')}
      from ${VERSIONS} where ${conditions(sql, page, parameters)}${beyond(page, parameters)}
      order by v.at ${direction}, v.entity_id ${direction}, v.version ${direction} limit ${parameters.add(limit.rows)}`,
    parameters.values,
  );
  const versions = rows.map(({ made_at, made_version, text, ...row }) => ({
    at: made_at,
    id: row.id,
    version: made_version,
    text,
    row,
  }));
  return { versions, more: limit.more };
}

/** How many rows of the page are read, by the bytes of their texts. */
async function fitting(sql: Sql, page: VersionPage): Promise<{ rows: number; more: boolean }> {
  const direction = page.before ? 'asc' : 'desc';
  const parameters = createParameters();
  const sizes = await sql.all<{ size: number }>(
    `select octet_length(case when ${CURRENT} then e.doc else h.doc end) as size
      from ${VERSIONS} where ${conditions(sql, page, parameters)}${beyond(page, parameters)}
      order by v.at ${direction}, v.entity_id ${direction}, v.version ${direction} limit ${parameters.add(page.limit + 1)}`,
    parameters.values,
  );
  let text = 0;
  const end = sizes.findIndex(({ size }) => {
    text += Number(size);
    return text > page.text;
  });
  const rows = Math.min(page.limit, end < 0 ? page.limit : Math.max(1, end));
  return { rows, more: sizes.length > rows };
}

/** Number of such versions. */
export async function countVersionsBetween(sql: Sql, query: VersionQuery): Promise<number> {
  const parameters = createParameters();
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from ${VERSIONS} where ${conditions(sql, query, parameters)}`,
    parameters.values,
  );
  return Number(row?.count ?? 0);
}

const CURRENT = 'e.version = v.version and e.updated_at = v.at';

// Cross join fixes the join order: scan by time, whatever the planner estimates for the table sizes.
const VERSIONS = `version_time v cross join entity e
  left join history h on h.entity_id = v.entity_id and h.version = v.version and h.updated_at = v.at`;

function conditions(sql: Sql, { type, since, until, filter }: VersionQuery, parameters: Parameters): string {
  const visible = filter.kind === 'all' ? '' : ` and ${filterCondition(filter, 'e', sql.dialect, parameters)}`;
  return `v.type = ${parameters.add(type)} and v.at between ${parameters.add(since)} and ${parameters.add(until)}
    and e.id = v.entity_id and e.deleted < 2 and (h.version is not null or (${CURRENT}))${visible}`;
}

function beyond({ after, before }: VersionPage, parameters: Parameters): string {
  const place = after ?? before;
  if (!place) return '';
  const values = [place.at, place.id, place.version].map((value) => parameters.add(value)).join(', ');
  return ` and (v.at, v.entity_id, v.version) ${after ? '<' : '>'} (${values})`;
}
