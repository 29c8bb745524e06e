import type { Sql, SqlValue } from '../../port.js';
import { createParameters } from '../parameters.js';
import type { DeliveryState } from './alert-deliveries.js';

export interface EndedQuery {
  alertId: string;
  state: Exclude<DeliveryState, 'pending'>;
  eventId?: string | undefined;
  destinationId?: string | undefined;
  /** Positions of events, both inclusive. */
  from?: number | undefined;
  to?: number | undefined;
  /** Only those that ended by then, so that what fails again meanwhile is not taken up again. Milliseconds. */
  endedBy: number;
  after?: EndedPlace | undefined;
  limit: number;
  at: number;
}

/** The position of a delivery among the finished ones. */
export interface EndedPlace {
  updated_at: number;
  id: string;
}

export interface Redelivered {
  ids: string[];
  /** Where the next ones begin; null if there are no more. */
  next: EndedPlace | null;
}

/** Makes the next deliveries that ended so pending again, in the order in which they ended. Their ids stay, and the texts that they keep. */
export async function redeliverEnded(tx: Sql, query: EndedQuery): Promise<Redelivered> {
  const { alertId, state, from, to, endedBy, after, limit, at } = query;
  const parameters = createParameters(alertId, state, endedBy);
  const conditions = ["alert_id = $1 and state = $2 and updated_at <= $3 and source = 'SUBSCRIBER'"];
  const add = (text: string, value: SqlValue | undefined) => {
    if (value !== undefined) conditions.push(text.replace('?', parameters.add(value)));
  };
  add('event_id = ?', query.eventId);
  add('destination_id = ?', query.destinationId);
  add('position >= ?', from);
  add('position <= ?', to);
  if (after) conditions.push(`(updated_at, id) > (${parameters.add(after.updated_at)}, ${parameters.add(after.id)})`);
  const rows = await tx.all<EndedPlace>(
    `select id, updated_at from alert_delivery where ${conditions.join(' and ')}
      order by updated_at, id limit ${parameters.add(limit)}`,
    parameters.values,
  );
  const last = rows.at(-1);
  if (!last) return { ids: [], next: null };
  const ids = rows.map(({ id }) => id);
  await tx.run(
    `update alert_delivery set state = 'pending', due_at = $1, wait = 0, again_at = $1
      where id in ${tx.dialect.list('$2')} and state = $3`,
    [at, JSON.stringify(ids), state],
  );
  return { ids, next: rows.length < limit ? null : last };
}

/** When the last delivery of an alert ended, in milliseconds; 0 if none has. Later than now after the clock was set back. */
export async function lastEndedAt(sql: Sql, alertId: string): Promise<number> {
  const row = await sql.get<{ at: number | null }>(
    `select max(at) as at from (
      select max(updated_at) as at from alert_delivery where alert_id = $1 and state = 'failed'
      union all select max(updated_at) from alert_delivery where alert_id = $1 and state = 'delivered') as ended`,
    [alertId],
  );
  return row?.at ?? 0;
}
