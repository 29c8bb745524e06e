// Delivery records for people.
import type { Sql, SqlValue } from '../../port.js';
import { createParameters } from '../parameters.js';
import { DELIVERY_COLUMNS, type DeliveryRow, type DeliverySource, type DeliveryState } from './alert-deliveries.js';

export interface DeliveryQuery {
  /** Default: all alerts that are not deleted. */
  alertId?: string | undefined;
  /** Only these deliveries. */
  ids?: readonly string[] | undefined;
  states?: readonly DeliveryState[] | undefined;
  source?: DeliverySource | undefined;
  eventId?: string | undefined;
  destinationId?: string | undefined;
  /** Only older ones. */
  before?: DeliveryPlace | undefined;
  limit: number;
  offset: number;
}

/** The position of a delivery among the others. */
export type DeliveryPlace = Pick<DeliveryRow, 'updated_at' | 'id'>;

/** Newest first. */
export function listDeliveries(sql: Sql, query: DeliveryQuery): Promise<DeliveryRow[]> {
  const { where, parameters } = conditionsOf(sql, query);
  const [limit, offset] = [parameters.add(query.limit), parameters.add(query.offset)];
  // Rows have texts of events: only those of the page are read, the others are passed in an index.
  return sql.all<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from alert_delivery where id in (select id from alert_delivery where ${where}
      order by updated_at desc, id desc limit ${limit} offset ${offset}) order by updated_at desc, id desc`,
    parameters.values,
  );
}

const KNOWN = `exists (select 1 from alert_cursor
  where alert_cursor.alert_id = alert_delivery.alert_id and alert_cursor.state <> 'gone')`;

function conditionsOf(
  { dialect }: Sql,
  { alertId, ids, states, source, eventId, destinationId, before }: Omit<DeliveryQuery, 'limit' | 'offset'>,
) {
  const parameters = createParameters();
  const conditions = alertId === undefined ? [KNOWN] : [];
  const equals: Record<string, SqlValue | undefined> = {
    alert_id: alertId,
    source,
    event_id: eventId,
    destination_id: destinationId,
  };
  for (const [column, value] of Object.entries(equals))
    if (value !== undefined) conditions.push(`${column} = ${parameters.add(value)}`);
  if (ids) conditions.push(`id in ${dialect.list(parameters.add(JSON.stringify(ids)))}`);
  if (before)
    conditions.push(`(updated_at, id) < (${parameters.add(before.updated_at)}, ${parameters.add(before.id)})`);
  const [only] = states ?? [];
  if (states?.length === 1 && only) conditions.push(`state = ${parameters.add(only)}`);
  else if (states) conditions.push(`state in ${dialect.list(parameters.add(JSON.stringify(states)))}`);
  return { where: conditions.join(' and '), parameters };
}

/** Number of an alert's deliveries in each state. */
export async function countDeliveries(sql: Sql, alertId: string): Promise<Record<DeliveryState, number>> {
  const rows = await sql.all<{ state: DeliveryState; count: number }>(
    'select state, count(*) as count from alert_delivery where alert_id = $1 group by state',
    [alertId],
  );
  const count = (state: DeliveryState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { pending: count('pending'), delivered: count('delivered'), failed: count('failed') };
}

/** Number of deliveries of an alert that arrived, also of those whose records were removed. */
export async function countArrived(sql: Sql, alertId: string): Promise<number> {
  const row = await sql.get<{ count: number | null }>(
    'select sum(succeeded) as count from alert_destination where alert_id = $1',
    [alertId],
  );
  return Number(row?.count ?? 0);
}

/** An event that arrived at one destination at least. */
export interface SentEvent {
  event_id: string;
  position: number;
  updated_at: number;
}

/** Newest first. */
export function listSentEvents(
  sql: Sql,
  alertId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<SentEvent[]> {
  return sql.all<SentEvent>(
    `select event_id, max(position) as position, max(updated_at) as updated_at from alert_delivery
      where alert_id = $1 and state = 'delivered' group by event_id
      order by max(updated_at) desc, event_id desc limit $2 offset $3`,
    [alertId, limit, offset],
  );
}
