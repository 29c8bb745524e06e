import type { Sql } from '../../port.js';
import { createParameters, isOneOf } from '../parameters.js';
import { filterCondition, type RowFilter } from '../row-filter.js';
import type { ResultRow } from './results.js';

/** The newest result of a case, in a narrow row so that a suite of many cases is counted without reading results. */
export interface LatestRow {
  case_id: string;
  at: number;
  status: string;
}

/** Records a result as the newest of its case, unless a later one is. Resolves to whether it is the newest now. */
export async function putLatest(tx: Sql, { case_id, at, status }: LatestRow): Promise<boolean> {
  const changed = await tx.run(
    `insert into test_latest (case_id, at, status) values ($1, $2, $3)
      on conflict (case_id) do update set at = excluded.at, status = excluded.status
      where excluded.at >= test_latest.at`,
    [case_id, at, status],
  );
  return changed > 0;
}

/** Determines the newest result of a case again, after one was removed or changed, and resolves to it. */
export async function refreshLatest(tx: Sql, caseId: string): Promise<LatestRow | undefined> {
  const newest = await tx.get<LatestRow>(
    'select case_id, at, status from test_result where case_id = $1 order by at desc limit 1',
    [caseId],
  );
  await tx.run('delete from test_latest where case_id = $1', [caseId]);
  if (newest) await putLatest(tx, newest);
  return newest;
}

/** The newest result of each case, in full. */
export function latestResults(sql: Sql, caseIds: readonly string[]): Promise<ResultRow[]> {
  if (caseIds.length === 0) return Promise.resolve([]);
  return sql.all<ResultRow>(
    `select r.case_id, r.at, r.id, r.status, r.doc from ${sql.dialect.list('$1')} as given
      join test_latest l on l.case_id = given.value
      join test_result r on r.case_id = l.case_id and r.at = l.at`,
    [JSON.stringify(caseIds)],
  );
}

/** Time and status of the newest result of each case. */
export function latestStatuses(sql: Sql, caseIds: readonly string[]): Promise<LatestRow[]> {
  if (caseIds.length === 0) return Promise.resolve([]);
  return sql.all<LatestRow>(
    `select l.case_id, l.at, l.status from ${sql.dialect.list('$1')} as given
      join test_latest l on l.case_id = given.value`,
    [JSON.stringify(caseIds)],
  );
}

/** Cases whose newest result is of this period. */
export async function casesWithLatest(sql: Sql, from: number, to: number): Promise<string[]> {
  const rows = await sql.all<{ case_id: string }>('select case_id from test_latest where at >= $1 and at <= $2', [
    from,
    to,
  ]);
  return rows.map(({ case_id }) => case_id);
}

/** A case of a suite with its newest result. */
export interface SuiteResult {
  suite_id: string;
  case_id: string;
  fqn: string;
  at: number;
  status: string;
}

/** The newest results of the live cases of suites, by name. `kind`: that of the edges from suites to cases. */
export function listSuiteResults(
  sql: Sql,
  suiteIds: readonly string[],
  kind: string,
  filter: RowFilter,
): Promise<SuiteResult[]> {
  if (suiteIds.length === 0 || filter.kind === 'none') return Promise.resolve([]);
  const parameters = createParameters(kind);
  const given = isOneOf('edge.from_id', suiteIds, sql.dialect, parameters);
  const seen = filter.kind === 'all' ? '' : ` and ${filterCondition(filter, 'e', sql.dialect, parameters)}`;
  return sql.all<SuiteResult>(
    `select edge.from_id as suite_id, e.id as case_id, e.fqn, l.at, l.status from relation edge
      join test_latest l on l.case_id = edge.to_id
      join entity e on e.id = edge.to_id and e.deleted = 0${seen}
      where edge.kind = $1 and ${given} order by e.fqn`,
    parameters.values,
  );
}

/** The number of live cases by their newest status; of all cases that the filter lets through. */
export function countByStatus(sql: Sql, filter: RowFilter): Promise<{ status: string; count: number }[]> {
  if (filter.kind === 'none') return Promise.resolve([]);
  const parameters = createParameters();
  const seen = filter.kind === 'all' ? '' : ` and ${filterCondition(filter, 'e', sql.dialect, parameters)}`;
  return sql.all(
    `select l.status, count(*) as count from test_latest l
      join entity e on e.id = l.case_id and e.deleted = 0${seen} group by l.status`,
    parameters.values,
  );
}

/** Entities that have an edge of this kind to another. */
export async function listEdgeSources(sql: Sql, kind: string): Promise<string[]> {
  const rows = await sql.all<{ from_id: string }>('select distinct from_id from relation where kind = $1', [kind]);
  return rows.map(({ from_id }) => from_id);
}
