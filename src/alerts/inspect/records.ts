/** Records of deliveries as a caller may see them: none of an event about something that the caller may not see. */
import { createEventView, createSight, type EventView, type Scope } from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';
import {
  type DeliveryQuery,
  type DeliveryRow,
  listDeliveries,
  listEventsAt,
  type PlacedEventRow,
} from '../../storage/index.js';
import { placedEvent } from '../rules/placed-event.js';

export interface Page {
  limit: number;
  offset: number;
}

export interface SeenRecord {
  delivery: DeliveryRow;
  /** As the caller may see it; null if it is no longer in the log. */
  event: PlacedEventRow | null;
}

const SLICE = 100;
/** Maximum number of records to check for a caller who may not see all of them. */
const MOST_LOOKED = 5000;

/** `offset` counts what the caller may see. */
export async function visibleRecords(
  query: Omit<DeliveryQuery, 'limit' | 'offset'>,
  { limit, offset }: Page,
  scope: Scope,
): Promise<SeenRecord[]> {
  if (scope.actor.isAdmin) return withEvents(await listDeliveries(scope.sql, { ...query, limit, offset }), scope);
  const found: SeenRecord[] = [];
  let passed = 0;
  for (let at = 0; at < MOST_LOOKED && found.length < limit; at += SLICE) {
    const rows = await listDeliveries(scope.sql, { ...query, limit: SLICE, offset: at });
    for (const record of await withEvents(await ofSeenAlerts(rows, query, scope), scope)) {
      if (passed >= offset && found.length < limit) found.push(record);
      passed += 1;
    }
    if (rows.length < SLICE) break;
  }
  return found;
}

/** Those of alerts that the caller may see all of; one alert was decided before. */
async function ofSeenAlerts(
  rows: readonly DeliveryRow[],
  { alertId }: Pick<DeliveryQuery, 'alertId'>,
  scope: Scope,
): Promise<readonly DeliveryRow[]> {
  if (alertId !== undefined) return rows;
  const type = eventSubscription.name;
  const alerts = rows.map(({ alert_id }) => ({ id: alert_id, type }));
  const seen = await createSight(scope).allowed('ViewAll', alerts);
  return rows.filter(({ alert_id }) => seen.has(alert_id));
}

/** Those whose event the caller may see. */
export async function withEvents(rows: readonly DeliveryRow[], scope: Scope): Promise<SeenRecord[]> {
  const kept = await eventsOf(rows, scope);
  const view = createEventView(scope);
  const records: SeenRecord[] = [];
  for (const delivery of rows) {
    const event = kept.get(delivery.event_id) ?? null;
    const shown = event && (await view(event));
    if (shown) records.push({ delivery, event: shown });
    // Without the event nobody can tell what it was about, so the record is for those who see everything.
    else if (!event && scope.actor.isAdmin) records.push({ delivery, event: null });
  }
  return records;
}

/** By the id of the event: the text that the record keeps, else that of the log. */
async function eventsOf(
  rows: readonly Pick<DeliveryRow, 'event_id' | 'event' | 'position'>[],
  { sql }: Scope,
): Promise<Map<string, PlacedEventRow>> {
  const kept = new Map<string, PlacedEventRow>();
  for (const { event, event_id, position } of rows)
    if (event !== null) kept.set(event_id, placedEvent(event, position));
  const missing = rows.filter(({ event_id }) => !kept.has(event_id)).map(({ position }) => position);
  for (const row of await listEventsAt(sql, [...new Set(missing)])) kept.set(row.id, row);
  return kept;
}

/** Events at these positions, by position, as the caller may see them. */
export async function visibleEvents(
  positions: readonly number[],
  view: EventView,
  { sql }: Scope,
): Promise<Map<number, PlacedEventRow>> {
  const found = new Map<number, PlacedEventRow>();
  for (const row of await listEventsAt(sql, positions)) {
    const shown = await view(row);
    if (shown) found.set(row.position, shown);
  }
  return found;
}
