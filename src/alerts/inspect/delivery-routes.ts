/** Deliveries of an alert and their attempts, as far as records of them are kept. */
import { catalogError } from '../../../contract/index.js';
import {
  type ActionRoute,
  type ActionScope,
  checkId,
  type DataRoute,
  json,
  parameter,
  type Reply,
  type Request,
  type Route,
} from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';
import { type AttemptRow, type DeliveryState, listAttempts, listDeliveries } from '../../storage/index.js';
import { byIdAndName, pageDocs, readAlert, readPage } from './named-alert.js';
import { type SeenRecord, visibleRecords, withEvents } from './records.js';

const { name: tag } = eventSubscription;
const OURS = 'Not part of the interface of OpenMetadata.';
const STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed'];

const text = { type: 'string' };
const integer = { type: 'integer' };
const id = { type: 'string', format: 'uuid' };

const properties = {
  id: { ...id, description: 'The `webhook-id`, the same for all attempts.' },
  destinationId: id,
  alsoFor: { type: 'array', items: id, description: 'Further destinations with the same address.' },
  state: { type: 'string', enum: [...STATES] },
  source: { type: 'string', enum: ['SUBSCRIBER', 'PUBLISHER'] },
  eventId: id,
  offset: { ...integer, description: 'Position of the event.' },
  eventType: text,
  entityType: text,
  entityId: id,
  entityFullyQualifiedName: text,
  attempts: { ...integer, description: 'Number of attempts.' },
  statusCode: { ...integer, description: 'Of the last attempt.' },
  reason: { ...text, description: 'Why the last attempt failed.' },
  createdAt: integer,
  timestamp: { ...integer, description: 'Time of the last attempt.' },
  nextAttempt: { ...integer, description: 'When it will be sent, while it is pending.' },
};

const deliverySchema = {
  type: 'object',
  properties,
  required: ['id', 'state', 'source', 'eventId', 'offset', 'attempts', 'createdAt', 'timestamp'],
};

const attemptSchema = {
  type: 'object',
  properties: {
    number: integer,
    timestamp: integer,
    outcome: {
      type: 'string',
      enum: ['delivered', 'failed', 'rejected'],
      description: '`rejected`: sending the same again would not help.',
    },
    statusCode: integer,
    durationMs: integer,
    reason: text,
    answer: { ...text, description: 'The first KiB of the response, with secrets masked.' },
  },
  required: ['number', 'timestamp', 'outcome', 'durationMs'],
};

export const deliveryRoutes: readonly Route[] = [
  ...byIdAndName('deliveries', 'listAlertDeliveries', listRoute),
  ...byIdAndName('deliveries/{deliveryId}', 'getAlertDelivery', getRoute),
];

function listRoute(path: string, operationId: string): ActionRoute {
  return {
    kind: 'action',
    long: true,
    method: 'GET',
    path,
    docs: {
      operationId,
      summary: 'List the deliveries of an alert',
      description: `Returns deliveries, the last attempted first, of events that the caller may see. ${OURS}`,
      tag,
      query: [
        ...pageDocs,
        { name: 'state', description: 'Only deliveries in this state', schema: { type: 'string', enum: [...STATES] } },
        { name: 'eventId', description: 'Only deliveries of this event', schema: id },
        { name: 'destinationId', description: 'Only deliveries to this destination', schema: id },
      ],
      answers: {
        200: {
          description: 'The deliveries',
          schema: {
            inline: {
              type: 'object',
              properties: {
                data: { type: 'array', items: deliverySchema },
                paging: {
                  type: 'object',
                  properties: { offset: integer, limit: integer },
                  required: ['offset', 'limit'],
                },
              },
              required: ['data', 'paging'],
            },
          },
        },
      },
      errors: [404],
    },
    handle: listSeenDeliveries,
  };
}

async function listSeenDeliveries(request: Request, scope: ActionScope): Promise<Reply> {
  const { row } = await scope.readAs((inner) => readAlert(request, inner));
  const { query } = request;
  const page = readPage(request);
  const state = STATES.find((one) => one === query.state);
  if (query.state && !state) throw catalogError('BAD_REQUEST', `state must be ${STATES.join(', ')}`);
  const asked = {
    alertId: row.id,
    states: state ? [state] : undefined,
    eventId: query.eventId ? checkId(query.eventId) : undefined,
    destinationId: query.destinationId ? checkId(query.destinationId) : undefined,
  };
  const records = await visibleRecords(asked, page, scope);
  return json(200, { data: records.map(describe), paging: page });
}

function getRoute(path: string, operationId: string): DataRoute {
  const history = { type: 'array', items: attemptSchema, description: 'The attempts, the oldest first.' };
  return {
    kind: 'read',
    method: 'GET',
    path,
    docs: {
      operationId,
      summary: 'Get a delivery with its attempts',
      description: `Returns each attempt with its time, outcome, duration and response. ${OURS}`,
      tag,
      params: { deliveryId: 'Id of the delivery, which is the `webhook-id`' },
      answers: {
        200: {
          description: 'The delivery',
          schema: {
            inline: {
              type: 'object',
              properties: { ...properties, history },
              required: [...deliverySchema.required, 'history'],
            },
          },
        },
      },
      errors: [404],
    },
    async handle(request, scope) {
      const { row } = await readAlert(request, scope);
      const deliveryId = checkId(parameter(request, 'deliveryId'));
      const found = await listDeliveries(scope.sql, { alertId: row.id, ids: [deliveryId], limit: 1, offset: 0 });
      const [record] = await withEvents(found, scope);
      if (!record) throw catalogError('ENTITY_NOT_FOUND', `delivery instance for ${deliveryId} not found`);
      const attempts = await listAttempts(scope.sql, deliveryId);
      return json(200, { ...describe(record), history: attempts.map(describeAttempt) });
    },
  };
}

function describe({ delivery, event }: SeenRecord) {
  const { destination_id, also, code, reason, due_at } = delivery;
  const others: unknown = also === null ? undefined : JSON.parse(also);
  return {
    id: delivery.id,
    ...(destination_id === '' ? {} : { destinationId: destination_id }),
    ...(Array.isArray(others) ? { alsoFor: others } : {}),
    ...{ state: delivery.state, source: delivery.source, eventId: delivery.event_id, offset: delivery.position },
    ...(event ? { eventType: event.kind, entityType: event.entity_type } : {}),
    entityId: delivery.entity_id,
    ...(event ? { entityFullyQualifiedName: event.entity_fqn } : {}),
    attempts: delivery.attempts,
    ...(code === null ? {} : { statusCode: code }),
    ...(reason === null ? {} : { reason }),
    ...{ createdAt: delivery.created_at, timestamp: delivery.updated_at },
    ...(delivery.state === 'pending' ? { nextAttempt: due_at } : {}),
  };
}

function describeAttempt({ number, at, outcome, code, duration, reason, answer }: AttemptRow) {
  return {
    ...{ number, timestamp: at, outcome },
    ...(code === null ? {} : { statusCode: code }),
    durationMs: duration,
    ...(reason === null ? {} : { reason }),
    ...(answer === null ? {} : { answer }),
  };
}
