// What became of deliveries, for people who look at it.
import type { Sql, SqlValue } from '../../port.js';
import { createParameters } from '../parameters.js';
import { DELIVERY_COLUMNS, type DeliveryRow, type DeliverySource, type DeliveryState } from './alert-deliveries.js';

export interface DeliveryQuery {
  /** Only of one alert. */
  alertId?: string | undefined;
  states?: readonly DeliveryState[] | undefined;
  source?: DeliverySource | undefined;
  eventId?: string | undefined;
  destinationId?: string | undefined;
  limit: number;
  offset: number;
}

/** Newest first. */
export function listDeliveries(sql: Sql, query: DeliveryQuery): Promise<DeliveryRow[]> {
  const { where, parameters } = conditionsOf(sql, query);
  const [limit, offset] = [parameters.add(query.limit), parameters.add(query.offset)];
  return sql.all<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from alert_delivery where ${where}
      order by updated_at desc, id desc limit ${limit} offset ${offset}`,
    parameters.values,
  );
}

function conditionsOf(
  { dialect }: Sql,
  { alertId, states, source, eventId, destinationId }: Omit<DeliveryQuery, 'limit' | 'offset'>,
) {
  const parameters = createParameters();
  const conditions = ['1 = 1'];
  const equals: Record<string, SqlValue | undefined> = {
    alert_id: alertId,
    source,
    event_id: eventId,
    destination_id: destinationId,
  };
  for (const [column, value] of Object.entries(equals))
    if (value !== undefined) conditions.push(`${column} = ${parameters.add(value)}`);
  if (states) conditions.push(`state in ${dialect.list(parameters.add(JSON.stringify(states)))}`);
  return { where: conditions.join(' and '), parameters };
}
