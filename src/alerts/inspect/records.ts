/** Records of deliveries as a caller may see them: none of an event about something that the caller may not see. */
import { setImmediate } from 'node:timers/promises';
import { type ActionScope, createEventView, createSight, type EventView, type Scope } from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';
import { createPace } from '../../jobs/index.js';
import {
  type DeliveryPlace,
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

/** Newest first, of one request by a caller who may not see all. */
export const MOST_RECORDS = 5000;
const MOST_MS = 15_000;
const PIECE_MS = 8;
const MOST_AT_ONCE = 100;

type ReadAs = Pick<ActionScope, 'readAs'>;
type Asked = Omit<DeliveryQuery, 'limit' | 'offset' | 'before'>;

/** `offset` counts what the caller may see. */
export async function visibleRecords(query: Asked, { limit, offset }: Page, scope: ReadAs): Promise<SeenRecord[]> {
  const all = await scope.readAs(async (inner) =>
    inner.actor.isAdmin ? withEvents(await listDeliveries(inner.sql, { ...query, limit, offset }), inner) : null,
  );
  if (all) return all;
  const found: SeenRecord[] = [];
  let passed = 0;
  await eachSeenRecord(query, scope, (record) => {
    if (passed >= offset && found.length < limit) found.push(record);
    passed += 1;
    return found.length < limit;
  });
  return found;
}

/**
 * Calls `found` for each record that the caller may see, the newest first, until it returns false. Reads small pieces, each in a separate
 * snapshot; of more than 5,000 records only the newest are looked at.
 */
export async function eachSeenRecord(
  query: Asked,
  scope: ReadAs,
  found: (record: SeenRecord) => boolean,
): Promise<void> {
  const pace = createPace({ target: PIECE_MS, most: MOST_AT_ONCE, least: 1, first: 4 });
  const began = performance.now();
  let before: DeliveryPlace | undefined;
  for (let looked = 0; looked < MOST_RECORDS && performance.now() - began < MOST_MS; ) {
    const piece = { ...query, before, limit: pace.size(), offset: 0 };
    const { rows, seen, milliseconds } = await scope.readAs((inner) => seenOf(piece, inner));
    if (!seen.every(found) || rows.length < piece.limit) return;
    pace.took(rows.length, milliseconds);
    looked += rows.length;
    before = rows.at(-1);
    await setImmediate(); // an embedded database answers without giving way to others
  }
}

async function seenOf(query: DeliveryQuery, scope: Scope) {
  const began = performance.now();
  const rows = await listDeliveries(scope.sql, query);
  const seen = await withEvents(await ofSeenAlerts(rows, query, scope), scope);
  return { rows, seen, milliseconds: performance.now() - began };
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
    // Without the event, the entity is unknown, so only callers who may see everything get the record.
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
