import type { Sql } from '../../port.js';
import { createParameters, isOneOf, type Parameters } from '../parameters.js';
import { filterCondition, type RowFilter } from '../row-filter.js';

/** The outcome of one run of a test case. */
export interface ResultRow {
  case_id: string;
  /** Milliseconds; there is one result per case and time. */
  at: number;
  id: string;
  status: string;
  doc: string;
}

/** What a run found for one value of a dimension. */
export interface DimensionRow {
  case_id: string;
  at: number;
  key: string;
  doc: string;
}

const COLUMNS = 'case_id, at, id, status, doc';

/** Stores a result; replaces the one of the same case and time with its dimensions. Without `dimensions` these stay. */
export async function putResult(tx: Sql, row: ResultRow, dimensions?: readonly DimensionRow[]): Promise<void> {
  await tx.run(
    `insert into test_result (${COLUMNS}) values ($1, $2, $3, $4, $5)
      on conflict (case_id, at) do update set id = excluded.id, status = excluded.status, doc = excluded.doc`,
    [row.case_id, row.at, row.id, row.status, row.doc],
  );
  if (!dimensions) return;
  await tx.run('delete from test_dimension where case_id = $1 and at = $2', [row.case_id, row.at]);
  for (const { case_id, at, key, doc } of dimensions)
    await tx.run(
      `insert into test_dimension (case_id, at, key, doc) values ($1, $2, $3, $4)
        on conflict (case_id, at, key) do update set doc = excluded.doc`,
      [case_id, at, key, doc],
    );
}

export function getResult(sql: Sql, caseId: string, at: number): Promise<ResultRow | undefined> {
  return sql.get<ResultRow>(`select ${COLUMNS} from test_result where case_id = $1 and at = $2`, [caseId, at]);
}

/** Removes one result with its dimensions; resolves to whether there was one. */
export async function deleteResult(tx: Sql, caseId: string, at: number): Promise<boolean> {
  await tx.run('delete from test_dimension where case_id = $1 and at = $2', [caseId, at]);
  return (await tx.run('delete from test_result where case_id = $1 and at = $2', [caseId, at])) > 0;
}

/** Position of a result among all, newest first. */
export type ResultPlace = Pick<ResultRow, 'at' | 'case_id'>;

export interface ResultQuery {
  /** Cases whose results count; absent: all. */
  caseIds?: readonly string[];
  /** A suite whose cases count. `kind` is that of the edges from suites to cases. */
  inside?: { id: string; kind: string };
  /** Milliseconds, both inclusive. */
  from: number;
  to: number;
  status?: string;
  /** Cases that the reader may see; absent: all. */
  filter?: RowFilter;
  /** Results behind this place. */
  after?: ResultPlace;
  /** The nearest results before this place instead, oldest first. */
  before?: ResultPlace;
  /** Only the newest result of each case within the period. */
  newest?: boolean;
}

/** Results of a period, newest first. */
export function listResults(sql: Sql, query: ResultQuery & { limit: number; offset?: number }): Promise<ResultRow[]> {
  const parameters = createParameters();
  const where = conditionOf(sql, query, parameters);
  const order = query.before && !query.after ? 'asc' : 'desc';
  return sql.all<ResultRow>(
    `select ${COLUMNS.split(', ')
      .map((column) => `r.${column}`)
      .join(', ')} from test_result r where ${where}
      order by r.at ${order}, r.case_id ${order} limit ${parameters.add(query.limit)} offset ${parameters.add(query.offset ?? 0)}`,
    parameters.values,
  );
}

export async function countResults(sql: Sql, query: ResultQuery): Promise<number> {
  const parameters = createParameters();
  const where = conditionOf(sql, query, parameters);
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from test_result r where ${where}`,
    parameters.values,
  );
  return row?.count ?? 0;
}

function conditionOf(sql: Sql, query: ResultQuery, parameters: Parameters): string {
  const { caseIds, inside, after, before, filter } = query;
  const conditions = [`r.at >= ${parameters.add(query.from)}`, `r.at <= ${parameters.add(query.to)}`];
  if (caseIds) conditions.push(isOneOf('r.case_id', caseIds, sql.dialect, parameters));
  if (query.status !== undefined) conditions.push(`r.status = ${parameters.add(query.status)}`);
  if (inside)
    conditions.push(
      `exists (select 1 from relation edge where edge.from_id = ${parameters.add(inside.id)}
        and edge.kind = ${parameters.add(inside.kind)} and edge.to_id = r.case_id)`,
    );
  const place = after ?? before;
  if (place)
    conditions.push(
      `(r.at, r.case_id) ${after ? '<' : '>'} (${parameters.add(place.at)}, ${parameters.add(place.case_id)})`,
    );
  if (query.newest)
    conditions.push(`not exists (select 1 from test_result later where later.case_id = r.case_id
      and later.at > r.at and later.at <= ${parameters.add(query.to)})`);
  if (filter && filter.kind !== 'all')
    conditions.push(`exists (select 1 from entity e where e.id = r.case_id
      and ${filterCondition(filter, 'e', sql.dialect, parameters)})`);
  return conditions.join(' and ');
}

/** What the runs of a case within a period found per dimension, newest first. `key`: those of one. */
export function listDimensions(
  sql: Sql,
  { caseId, from, to, key, limit }: { caseId: string; from: number; to: number; key?: string; limit: number },
): Promise<DimensionRow[]> {
  const parameters = createParameters(caseId, from, to);
  const same = key === undefined ? '' : ` and key = ${parameters.add(key)}`;
  return sql.all<DimensionRow>(
    `select case_id, at, key, doc from test_dimension where case_id = $1 and at >= $2 and at <= $3${same}
      order by at desc, key limit ${parameters.add(limit)}`,
    parameters.values,
  );
}

/** Removes up to `limit` results older than `at`, except the newest of each case; resolves to how many. */
export async function deleteResultsBefore(tx: Sql, at: number, limit: number): Promise<number> {
  await tx.run(
    `delete from test_dimension where (case_id, at, key) in (
      select d.case_id, d.at, d.key from test_dimension d where d.at < $1
        and not exists (select 1 from test_latest l where l.case_id = d.case_id and l.at = d.at) limit $2)`,
    [at, limit],
  );
  return tx.run(
    `delete from test_result where (case_id, at) in (
      select r.case_id, r.at from test_result r where r.at < $1
        and not exists (select 1 from test_latest l where l.case_id = r.case_id and l.at = r.at) limit $2)`,
    [at, limit],
  );
}
