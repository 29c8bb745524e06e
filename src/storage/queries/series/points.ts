import type { Sql } from '../../port.js';
import type { SeriesRow } from '../../rows.js';
import { createParameters } from '../parameters.js';

const COLUMNS = 'entity_id, kind, key, at, doc';

/** Stores points; replaces those with the same time in the same series. */
export async function putPoints(tx: Sql, rows: readonly SeriesRow[]): Promise<void> {
  await Promise.all(
    rows.map((row) =>
      tx.run(
        `insert into series (${COLUMNS}) values ($1, $2, $3, $4, $5)
          on conflict (entity_id, kind, key, at) do update set doc = excluded.doc`,
        [row.entity_id, row.kind, row.key, row.at, row.doc],
      ),
    ),
  );
}

export function putPoint(tx: Sql, row: SeriesRow): Promise<void> {
  return putPoints(tx, [row]);
}

/** The text of a point, locked until the end of the transaction; stored as given if it is missing. */
export async function lockPoint(tx: Sql, row: SeriesRow): Promise<string> {
  const stored = await tx.get<Pick<SeriesRow, 'doc'>>(
    `insert into series (${COLUMNS}) values ($1, $2, $3, $4, $5)
      on conflict (entity_id, kind, key, at) do update set doc = series.doc returning doc`,
    [row.entity_id, row.kind, row.key, row.at, row.doc],
  );
  return stored?.doc ?? row.doc;
}

/** The newest point of each entity: of one series, or of all its series of the kind if no key is given. */
export function latestPoints(sql: Sql, ids: readonly string[], kind: string, key?: string): Promise<SeriesRow[]> {
  const parameters = createParameters(JSON.stringify(ids), kind);
  const same = key === undefined ? '' : ` and key = ${parameters.add(key)}`;
  return sql.all<SeriesRow>(
    // `cross` makes SQLite begin with the entities; it would read all points of the kind, and compare each with every entity.
    `select p.entity_id, p.kind, p.key, p.at, p.doc from ${sql.dialect.list('$1')} as given
      cross join series p where p.entity_id = given.value and p.kind = $2${same.replace(' key', ' p.key')}
        and p.at = (select max(at) from series where entity_id = given.value and kind = $2${same})
      order by p.entity_id, p.key`,
    parameters.values,
  );
}

/** The newest point of every series of a kind on one entity (one per key). */
export function latestPointsByKey(sql: Sql, entityId: string, kind: string): Promise<SeriesRow[]> {
  return sql.all<SeriesRow>(
    `select p.entity_id, p.kind, p.key, p.at, p.doc
      from (select key, max(at) as at from series where entity_id = $1 and kind = $2 group by key) newest
      join series p on p.entity_id = $1 and p.kind = $2 and p.key = newest.key and p.at = newest.at
      order by p.key`,
    [entityId, kind],
  );
}

export interface PointRange {
  entityId: string;
  kind: string;
  /** One series; if absent, all of the kind. */
  key?: string;
  /** Milliseconds, both bounds inclusive. */
  from?: number;
  to?: number;
  limit?: number;
  offset?: number;
  /** Default: newest first. */
  order?: 'newest' | 'oldest';
}

/** Points of an entity within a period. */
export function listPoints(sql: Sql, range: PointRange): Promise<SeriesRow[]> {
  const parameters = createParameters();
  const where = rangeCondition(range, parameters);
  const direction = range.order === 'oldest' ? '' : ' desc';
  const page =
    range.limit === undefined
      ? ''
      : ` limit ${parameters.add(range.limit)} offset ${parameters.add(range.offset ?? 0)}`;
  return sql.all<SeriesRow>(
    `select ${COLUMNS} from series where ${where} order by at${direction}, key${direction}${page}`,
    parameters.values,
  );
}

export async function countPoints(sql: Sql, range: PointRange): Promise<number> {
  const parameters = createParameters();
  const where = rangeCondition(range, parameters);
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from series where ${where}`,
    parameters.values,
  );
  return row?.count ?? 0;
}

/** Removes the points of an entity within a period (ignores `limit`, `offset` and `order`) and returns how many. */
export function deletePoints(tx: Sql, range: PointRange): Promise<number> {
  const parameters = createParameters();
  return tx.run(`delete from series where ${rangeCondition(range, parameters)}`, parameters.values);
}

/** Removes up to `limit` points of a kind older than `at` and returns how many. */
export function deletePointsBefore(tx: Sql, kind: string, at: number, limit = 1000): Promise<number> {
  return tx.run(
    `delete from series where (entity_id, kind, key, at) in (
      select entity_id, kind, key, at from series where kind = $1 and at < $2 limit $3)`,
    [kind, at, limit],
  );
}

function rangeCondition(range: PointRange, parameters: ReturnType<typeof createParameters>): string {
  const conditions = [`entity_id = ${parameters.add(range.entityId)}`, `kind = ${parameters.add(range.kind)}`];
  if (range.key !== undefined) conditions.push(`key = ${parameters.add(range.key)}`);
  if (range.from !== undefined) conditions.push(`at >= ${parameters.add(range.from)}`);
  if (range.to !== undefined) conditions.push(`at <= ${parameters.add(range.to)}`);
  return conditions.join(' and ');
}
