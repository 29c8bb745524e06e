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
  /** Only entities of these types with this name, or below it. */
  inside?: { name: string; types: readonly string[] } | undefined;
}

/** The position of an event in the log. */
export interface AuditPosition {
  at: number;
  id: string;
}

/** Bytes after which a slice of the log ends early. */
const MOST_TEXT = 8 * 1024 * 1024;

export interface AuditEvents {
  events: AuditEventRow[];
  /** Whether others of the limit follow: the texts of these were long. */
  cut: boolean;
}

/** Events, newest first, from behind `before` on; also those that have no position yet. With `after`, the nearest newer ones, oldest first. */
export async function listAuditEvents(
  sql: Sql,
  filter: AuditFilter & { before?: AuditPosition | undefined; after?: AuditPosition | undefined; limit: number },
): Promise<AuditEvents> {
  const { before, after, limit } = filter;
  const { where, parameters } = conditionsOf(sql, {
    ...filter,
    from: Math.max(filter.from, after?.at ?? filter.from),
    to: Math.min(filter.to, before?.at ?? filter.to),
  });
  const place = before ?? after;
  const behind = place
    ? ` and (at, id) ${before ? '<' : '>'} (${parameters.add(place.at)}, ${parameters.add(place.id)})`
    : '';
  const order = after ? 'asc' : 'desc';
  const sized = `select id as place, at as moment, octet_length(doc) + coalesce(octet_length(change), 0) as size
    from change_event where ${where}${behind} order by at ${order}, id ${order} limit ${parameters.add(limit)}`;
  const rows = await sql.all<AuditEventRow & { found: number }>(
    `select id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change, found from change_event join (
        select place, count(*) over () as found, sum(size) over (order by moment ${order}, place ${order}) - size as earlier
          from (${sized}) as sized) as summed on id = place
      where earlier < ${parameters.add(MOST_TEXT)} order by at ${order}, id ${order}`,
    parameters.values,
  );
  return { events: rows.map(({ found: _, ...row }) => row), cut: rows.length < Number(rows[0]?.found ?? 0) };
}

/** Their number, at most `most`. */
export async function countAuditEvents(sql: Sql, filter: AuditFilter, most: number): Promise<number> {
  const { where, parameters } = conditionsOf(sql, filter);
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from (select 1 from change_event where ${where} limit ${parameters.add(most)}) found`,
    parameters.values,
  );
  return row?.count ?? 0;
}

function conditionsOf({ dialect }: Sql, { from, to, user, type, fqn, kind, inside }: AuditFilter) {
  const parameters = createParameters(from, to);
  const conditions = ['at >= $1', 'at <= $2'];
  const equals = { user_name: user, entity_type: type, entity_fqn: fqn, kind };
  for (const [column, value] of Object.entries(equals))
    if (value !== undefined) conditions.push(`${column} = ${parameters.add(value)}`);
  if (inside) {
    const name = parameters.add(inside.name);
    const below = `cast(${parameters.add(`${inside.name}.`)} as text)`;
    conditions.push(`entity_type in ${dialect.list(parameters.add(JSON.stringify(inside.types)))}`);
    conditions.push(`(entity_fqn = ${name} or substr(entity_fqn, 1, length(${below})) = ${below})`);
  }
  return { where: conditions.join(' and '), parameters };
}
