/** `POST .../explain`: evaluates an event against an alert and returns the result of each condition. */
import { type ChangeEvent, catalogError, type JsonObject } from '../../../contract/index.js';
import {
  checkId,
  createEventView,
  type DataRoute,
  json,
  type Reply,
  type Request,
  readObject,
  type Scope,
} from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';
import {
  type DeliveryRow,
  getAlertPosition,
  getEventById,
  listDeliveries,
  listEventsAt,
  type PlacedEventRow,
} from '../../storage/index.js';
import { isStaleRun } from '../delivery/reading/stale-run.js';
import { type NamedAlert, readAlert } from '../inspect/named-alert.js';
import { readEvent } from '../rules/read-event.js';
import { decideDelivery } from './decide-delivery.js';
import { explainEvent } from './explain-event.js';
import { explainBody, explanationSchema } from './explanation-schema.js';

const { name: tag, path } = eventSubscription;
/** Addresses that one event may have been sent to. */
const MOST_DELIVERIES = 100;

export const explainRoutes: readonly DataRoute[] = [
  explainRoute(`${path}/{id}/explain`, 'explainAlert'),
  explainRoute(`${path}/name/{name}/explain`, 'explainAlertByName'),
];

function explainRoute(at: string, operationId: string): DataRoute {
  return {
    kind: 'read',
    method: 'POST',
    path: at,
    docs: {
      operationId,
      summary: 'Explain why an alert delivers or does not deliver an event',
      description:
        'Evaluates an event against an alert. Returns whether its source, each filter and each trigger pass, the facts that each condition used, the deliveries of the event, and the decision with its reason. ' +
        'Conditions use the current owners, domains and test suites, and only what the caller may see. Not part of the interface of OpenMetadata.',
      tag,
      body: { schema: { inline: explainBody }, required: true },
      answers: { 200: { description: 'The explanation', schema: { inline: explanationSchema } } },
      errors: [404],
    },
    handle: explain,
  };
}

async function explain(request: Request, scope: Scope): Promise<Reply> {
  return json(200, await explainAsked(await readAlert(request, scope), readObject(request), scope));
}

/** `body` names the event. 400 or 404 if it names none that the caller may see. */
export async function explainAsked({ row, alert }: NamedAlert, body: JsonObject, scope: Scope) {
  const asked = await askedEvent(body, scope);
  const shown = await createEventView(scope)(asked.row);
  if (shown === null) throw noSuchEvent(asked.name);
  const { made } = asked;
  const match = await explainEvent(alert.filteringRules ?? { resources: [] }, shown, scope);
  const deliveries = made
    ? []
    : await listDeliveries(scope.sql, { alertId: row.id, eventId: asked.row.id, limit: MOST_DELIVERIES, offset: 0 });
  const reading = await getAlertPosition(scope.sql, row.id);
  const isStale = !made && reading !== undefined && isStaleRun(readEvent(shown), reading.cursor.start_at);
  const position = made ? null : asked.row.position;
  const decision = decideDelivery({ alert, match, position, reading, isStale, deliveries });
  return {
    alert: { id: row.id, name: row.name, enabled: alert.enabled !== false },
    event: describeEvent(shown, made),
    ...match,
    decision,
    deliveries: deliveries.map(describeDelivery),
  };
}

interface Asked {
  row: PlacedEventRow;
  /** It is not in the log. */
  made: boolean;
  /** How the request named it. */
  name: string;
}

async function askedEvent(body: JsonObject, scope: Scope): Promise<Asked> {
  const [key, ...more] = Object.keys(body);
  if (key === undefined || more.length > 0)
    throw catalogError('BAD_REQUEST', 'The body must have exactly one of eventId, position and event');
  const value = body[key];
  if (key === 'eventId' && typeof value === 'string')
    return storedEvent(await getEventById(scope.sql, checkId(value)), value);
  if (key === 'position' && Number.isSafeInteger(value))
    return storedEvent((await listEventsAt(scope.sql, [Number(value)]))[0], String(value));
  if (key === 'event') return madeUp(value, scope);
  throw catalogError('BAD_REQUEST', 'The body must have an eventId (text), a position (whole number) or an event');
}

function storedEvent(row: PlacedEventRow | undefined, name: string): Asked {
  if (!row) throw noSuchEvent(name);
  return { row, made: false, name };
}

const noSuchEvent = (name: string) => catalogError('ENTITY_NOT_FOUND', `changeEvent instance for ${name} not found`);

function madeUp(value: unknown, { catalog }: Scope): Asked {
  const checked = catalog.contract.validator('type/changeEvent')(value);
  if (!checked.ok) throw catalogError('BAD_REQUEST', `event: ${checked.errors[0]?.message ?? 'is not a change event'}`);
  const event: ChangeEvent = checked.value;
  const {
    id,
    eventType,
    entityType,
    entityId,
    entityFullyQualifiedName = '',
    userName = '',
    timestamp,
    entity,
  } = event;
  const text = entity === undefined || typeof entity === 'string' ? entity : JSON.stringify(entity);
  return {
    made: true,
    name: id,
    row: {
      ...{ position: 0, id, kind: eventType, entity_type: entityType, entity_id: entityId.toLowerCase() },
      ...{ entity_fqn: entityFullyQualifiedName, user_name: userName, at: timestamp },
      doc: JSON.stringify({ ...event, entity: text }),
    },
  };
}

function describeEvent(row: PlacedEventRow, made: boolean) {
  return {
    id: row.id,
    ...(made ? {} : { position: row.position }),
    eventType: row.kind,
    entityType: row.entity_type,
    entityId: row.entity_id,
    entityFullyQualifiedName: row.entity_fqn,
    userName: row.user_name,
    timestamp: row.at,
  };
}

function describeDelivery({ id, destination_id, state, attempts, code, reason, updated_at }: DeliveryRow) {
  return {
    id,
    ...(destination_id === '' ? {} : { destinationId: destination_id }),
    state,
    attempts,
    ...(code === null ? {} : { statusCode: code }),
    ...(reason === null ? {} : { reason }),
    timestamp: updated_at,
  };
}
