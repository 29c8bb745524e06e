/** Sends one delivery. */
import { isObject, parseObject } from '../../../../contract/index.js';
import type { Catalog } from '../../../catalog/index.js';
import { type Context, first } from '../../../context/index.js';
import { type Attempt, type Destinations, timeoutsOf } from '../../../destinations/index.js';
import type { DeliveryRow } from '../../../storage/index.js';
import type { ShownTo } from '../../recipients/index.js';
import { placedEvent } from '../../rules/placed-event.js';
import type { WorkedAlert } from '../alert-registry.js';
import type { EventTexts } from './event-texts.js';

export interface SendDeps {
  catalog: Pick<Catalog, 'sealer'>;
  context: Context;
  destinations: Destinations;
  texts: EventTexts;
  shownTo: ShownTo;
}

export interface Sent {
  /** null: nothing was sent, because no recipient may see the event. */
  attempt: Attempt | null;
  /** Complete texts of the events; null for those that are no longer stored. */
  events: (string | null)[];
  /** Deliveries that were left out, because their recipient may not see the event any more. */
  unseen: ReadonlySet<DeliveryRow>;
}

/**
 * Sends one delivery, or several to one address as one message, with what each recipient may see now. Does not reject if the receiver
 * fails.
 */
export async function sendDelivery(
  rows: readonly DeliveryRow[],
  alert: WorkedAlert,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<Sent> {
  const { events, told, unseen } = await readEvents(rows, deps);
  const unsent = (reason: string): Sent => ({
    attempt: { outcome: 'rejected', reason, durationMs: 0 },
    events,
    unseen,
  });
  if (unseen.size === rows.length) return { attempt: null, events, unseen };
  // The message has the id of the first delivery that is sent.
  const row = first(rows.filter((one) => !unseen.has(one)));
  const { catalog, context, destinations } = deps;
  const given = alert.destinations.find(({ id }) => id === row.destination_id);
  const destination = given && destinations.get(given.type);
  if (!given || !destination) return unsent('The alert no longer has this destination');
  const [event, ...more] = told;
  if (event === undefined) return unsent('The event is no longer in the log');
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
    return { attempt: await destination.send(message, target, signal), events, unseen };
  } catch (err) {
    context.log.error({ err, delivery: row.id }, 'could not make the message of a delivery');
    return unsent('The message could not be rendered');
  }
}

/** `told`: the events as their recipients may see them. */
async function readEvents(rows: readonly DeliveryRow[], { texts, shownTo }: Pick<SendDeps, 'texts' | 'shownTo'>) {
  const events: Sent['events'] = [];
  const told: Record<string, unknown>[] = [];
  const unseen = new Set<DeliveryRow>();
  for (const row of rows) {
    const text = (await texts.get(row.position)) ?? row.event;
    events.push(text);
    if (text === null) continue;
    const shown = row.person_id === null ? text : (await shownTo(row.person_id, placedEvent(text, row.position)))?.doc;
    if (shown === undefined) unseen.add(row);
    else told.push(parseObject(shown));
  }
  return { events, told, unseen };
}

function textsIn(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

/** Ids of all destinations that a delivery is for. */
export function destinationsOfRow({ destination_id, also }: DeliveryRow): string[] {
  return [destination_id, ...(also === null ? [] : textsIn(also))];
}

/** Whether the alert has this destination but it is disabled. */
export function isPaused(alert: WorkedAlert, destinationId: string): boolean {
  const found = alert.destinations.find(({ id }) => id === destinationId);
  return isObject(found) && found.enabled === false;
}
