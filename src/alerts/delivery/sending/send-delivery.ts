/** Sends one delivery. */
import { isObject, parseObject } from '../../../../contract/index.js';
import type { Catalog } from '../../../catalog/index.js';
import { type Context, first } from '../../../context/index.js';
import type { DeliveryRow } from '../../../storage/index.js';
import { type Attempt, type Destinations, timeoutsOf } from '../../destinations/index.js';
import type { WorkedAlert } from '../alert-registry.js';
import type { EventTexts } from './event-texts.js';

export interface SendDeps {
  catalog: Pick<Catalog, 'sealer'>;
  context: Context;
  destinations: Destinations;
  texts: EventTexts;
}

export interface Sent {
  attempt: Attempt;
  /** Texts of the events; null for what is no longer kept. */
  events: (string | null)[];
}

/** Sends one delivery, or several of one address as one message. Never rejects for what the other side does. */
export async function sendDelivery(
  rows: readonly DeliveryRow[],
  alert: WorkedAlert,
  { catalog, context, destinations, texts }: SendDeps,
  signal: AbortSignal,
): Promise<Sent> {
  const row = first(rows);
  const given = alert.destinations.find(({ id }) => id === row.destination_id);
  const events: Sent['events'] = [];
  for (const one of rows) events.push((await texts.get(one.position)) ?? one.event);
  const destination = given && destinations.get(given.type);
  if (!given || !destination) return unsent('The alert no longer has this destination', events);
  const [event, ...more] = events.filter((text) => text !== null).map((text) => parseObject(text));
  if (event === undefined) return unsent('The event is no longer in the log', events);
  const config =
    row.config === null ? alert.configOf(row.destination_id) : parseObject(catalog.sealer.open(row.config));
  const { id, name, displayName } = alert;
  const message = {
    id: row.id,
    alert: { id, name, ...(displayName === undefined ? {} : { displayName }) },
    event,
    more,
    at: row.created_at,
  };
  const target = { config, receivers: textsIn(row.receivers), ...timeoutsOf(given) };
  try {
    return { attempt: await destination.send(message, target, signal), events };
  } catch (err) {
    context.log.error({ err, delivery: row.id }, 'could not make the message of a delivery');
    return unsent('The message could not be rendered', events);
  }
}

function unsent(reason: string, events: Sent['events']): Sent {
  return { attempt: { outcome: 'rejected', reason, durationMs: 0 }, events };
}

function textsIn(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

/** Ids of all destinations that a delivery is for. */
export function destinationsOfRow({ destination_id, also }: DeliveryRow): string[] {
  return [destination_id, ...(also === null ? [] : textsIn(also))];
}

/** Whether the alert has this destination, and it is disabled. */
export function isPaused(alert: WorkedAlert, destinationId: string): boolean {
  const found = alert.destinations.find(({ id }) => id === destinationId);
  return isObject(found) && found.enabled === false;
}
