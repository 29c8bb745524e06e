import type { Sql } from '../../port.js';
import type { EventRow } from '../../rows.js';
import { createParameters } from '../parameters.js';

/** An event without the text of the entity. */
export type AuditEventRow = Omit<EventRow, 'entity'>;

export interface AuditFilter {
  /** Milliseconds, both bounds inclusive. */
  from: number;
  to: number;
  user?: string | undefined;
  type?: string | undefined;
  fqn?: string | undefined;
  kind?: string | undefined;
}

/** Events, newest first, from behind `before` on; also those that have no position yet. */
export function listAuditEvents(
  sql: Sql,
  filter: AuditFilter & { before?: { at: number; id: string } | undefined; limit: number },
): Promise<AuditEventRow[]> {
  const { before, limit } = filter;
  const { where, parameters } = conditionsOf({ ...filter, to: Math.min(filter.to, before?.at ?? filter.to) });
  const behind = before ? ` and (at, id) < (${parameters.add(before.at)}, ${parameters.add(before.id)})` : '';
  return sql.all<AuditEventRow>(
    `select id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change from change_event
      where ${where}${behind} order by at desc, id desc limit ${parameters.add(limit)}`,
    parameters.values,
  );
}

/** Their number, at most `most`. */
export async function countAuditEvents(sql: Sql, filter: AuditFilter, most: number): Promise<number> {
  const { where, parameters } = conditionsOf(filter);
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from (select 1 from change_event where ${where} limit ${parameters.add(most)}) found`,
    parameters.values,
  );
  return row?.count ?? 0;
}

function conditionsOf({ from, to, user, type, fqn, kind }: AuditFilter) {
  const parameters = createParameters(from, to);
  const conditions = ['at >= $1', 'at <= $2'];
  const equals = { user_name: user, entity_type: type, entity_fqn: fqn, kind };
  for (const [column, value] of Object.entries(equals))
    if (value !== undefined) conditions.push(`${column} = ${parameters.add(value)}`);
  return { where: conditions.join(' and '), parameters };
}
