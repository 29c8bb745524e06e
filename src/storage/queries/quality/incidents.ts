import type { Sql } from '../../port.js';
import { type EntityQuery, statesOf } from '../entities/entity-query.js';
import { createParameters, type Parameters } from '../parameters.js';
import { filterCondition, type RowFilter } from '../row-filter.js';

/** One state of the incident of a test case; the states of one incident share `state_id`. */
export interface IncidentRow {
  id: string;
  case_id: string;
  state_id: string;
  /** Milliseconds; increases with each state of a case. */
  at: number;
  status: string;
  /** Name of the person or team; null unless assigned. */
  assignee: string | null;
  severity: string | null;
  /** 1 for the last state of the case, else 0. */
  newest: number;
  doc: string;
}

const COLUMNS = ['id', 'case_id', 'state_id', 'at', 'status', 'assignee', 'severity', 'newest', 'doc'] as const;
const LIST = COLUMNS.map((column) => `i.${column}`).join(', ');

/** Appends a state; it becomes the newest of its case. */
export async function appendIncident(tx: Sql, row: Omit<IncidentRow, 'newest'>): Promise<void> {
  await tx.run('update test_incident set newest = 0 where case_id = $1 and newest = 1', [row.case_id]);
  await tx.run(`insert into test_incident (${COLUMNS.join(', ')}) values ($1, $2, $3, $4, $5, $6, $7, 1, $8)`, [
    row.id,
    row.case_id,
    row.state_id,
    row.at,
    row.status,
    row.assignee,
    row.severity,
    row.doc,
  ]);
}

export async function updateIncident(tx: Sql, { id, severity, doc }: Pick<IncidentRow, 'id' | 'severity' | 'doc'>) {
  await tx.run('update test_incident set severity = $2, doc = $3 where id = $1', [id, severity, doc]);
}

export function getIncident(sql: Sql, id: string): Promise<IncidentRow | undefined> {
  return sql.get<IncidentRow>(`select ${LIST} from test_incident i where i.id = $1`, [id]);
}

/** The last state of each case. */
export function latestIncidents(sql: Sql, caseIds: readonly string[]): Promise<IncidentRow[]> {
  if (caseIds.length === 0) return Promise.resolve([]);
  return sql.all<IncidentRow>(
    `select ${LIST} from ${sql.dialect.list('$1')} as given
      join test_incident i on i.case_id = given.value and i.newest = 1`,
    [JSON.stringify(caseIds)],
  );
}

/** The states of one incident, newest first. */
export function incidentStates(sql: Sql, stateId: string): Promise<IncidentRow[]> {
  return sql.all<IncidentRow>(`select ${LIST} from test_incident i where i.state_id = $1 order by i.at desc, i.id`, [
    stateId,
  ]);
}

export interface IncidentQuery {
  from: number;
  to: number;
  /** Only the last state of each case. */
  newest?: boolean;
  status?: string;
  assignee?: string;
  severity?: string;
  caseFqn?: string;
  /** Cases whose name begins with it: those of a table or of one of its columns. */
  fqnPrefix?: string;
  /** A domain of the case or of what contains it. */
  domainFilter?: RowFilter;
  /** Cases that the reader may see. */
  filter: RowFilter;
  /** States of deletion of the cases; default: not deleted. */
  include?: EntityQuery['include'];
}

/** States of incidents, newest first. */
export function listIncidents(
  sql: Sql,
  query: IncidentQuery & { limit: number; offset: number },
): Promise<IncidentRow[]> {
  const parameters = createParameters();
  const where = conditionOf(sql, query, parameters);
  return sql.all<IncidentRow>(
    `select ${LIST} from test_incident i join entity e on e.id = i.case_id where ${where}
      order by i.at desc, i.id limit ${parameters.add(query.limit)} offset ${parameters.add(query.offset)}`,
    parameters.values,
  );
}

export async function countIncidents(sql: Sql, query: IncidentQuery): Promise<number> {
  const parameters = createParameters();
  const where = conditionOf(sql, query, parameters);
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from test_incident i join entity e on e.id = i.case_id where ${where}`,
    parameters.values,
  );
  return row?.count ?? 0;
}

function conditionOf(sql: Sql, query: IncidentQuery, parameters: Parameters): string {
  const { caseFqn, fqnPrefix, domainFilter, filter } = query;
  const conditions = [`i.at >= ${parameters.add(query.from)}`, `i.at <= ${parameters.add(query.to)}`];
  conditions.push(`e.deleted in (${statesOf({ include: query.include ?? 'non-deleted' }).join(', ')})`);
  if (query.newest) conditions.push('i.newest = 1');
  for (const column of ['status', 'assignee', 'severity'] as const) {
    const value = query[column];
    if (value !== undefined) conditions.push(`i.${column} = ${parameters.add(value)}`);
  }
  if (caseFqn !== undefined) conditions.push(`e.fqn = ${parameters.add(caseFqn)}`);
  if (fqnPrefix !== undefined) {
    const start = parameters.add(`${fqnPrefix}.`);
    conditions.push(`e.fqn >= ${start} and e.fqn < ${parameters.add(`${fqnPrefix}/`)}`);
  }
  for (const part of [domainFilter, filter])
    if (part && part.kind !== 'all') conditions.push(filterCondition(part, 'e', sql.dialect, parameters));
  return conditions.join(' and ');
}

/** Ids of up to `limit` incidents that were resolved before a time and are not the last of their case. */
export async function endedIncidents(sql: Sql, at: number, limit: number): Promise<string[]> {
  const rows = await sql.all<{ state_id: string }>(
    `select i.state_id from test_incident i where i.at < $1 and i.status = 'Resolved' and i.newest = 0
      and not exists (select 1 from test_incident later where later.state_id = i.state_id and later.at > i.at)
      order by i.at, i.id limit $2`,
    [at, limit],
  );
  return rows.map(({ state_id }) => state_id);
}

/** Removes all states of incidents. */
export async function deleteIncidents(tx: Sql, stateIds: readonly string[]): Promise<void> {
  await tx.run(`delete from test_incident where state_id in ${tx.dialect.list('$1')}`, [JSON.stringify(stateIds)]);
}
