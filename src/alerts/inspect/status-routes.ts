/** What an alert and its destinations are at: their states and counts. */
import type { Destination, EventsRecord, SubscriptionStatus } from '../../../contract/index.js';
import {
  type ActionRoute,
  type ActionScope,
  type DataRoute,
  json,
  parameter,
  type Reply,
  type Request,
  type Route,
  type Scope,
} from '../../catalog/index.js';
import { destinationStatus, eventSubscription } from '../../entities/index.js';
import { listDestinationStates } from '../../storage/index.js';
import { byIdAndName, type NamedAlert, readAlert } from './named-alert.js';
import { progressOf } from './progress.js';
import { seenSums, seesAllEvents } from './seen-progress.js';

const { name: tag, path } = eventSubscription;

export const statusRoutes: readonly Route[] = [
  statusRoute(`${path}/{id}/status/{destinationId}`, 'getAlertDestinationStatus'),
  statusRoute(`${path}/name/{name}/status/{destinationId}`, 'getAlertDestinationStatusByName'),
  ...byIdAndName('destinations', 'listAlertDestinations', destinationsRoute),
  processedRoute(),
  ...byIdAndName('eventsRecord', 'countAlertEvents', recordRoute),
];

function statusRoute(at: string, operationId: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: at,
    docs: {
      operationId,
      summary: 'Get the state of a destination',
      description:
        'Returns the result of the last deliveries to the destination. 204 if the alert has no such destination.',
      tag,
      params: { destinationId: 'Id of the destination' },
      answers: {
        200: {
          description: 'The state; `disabled` if the alert or the destination is',
          schema: 'events/subscriptionStatus',
        },
        204: { description: 'The alert has no such destination' },
      },
      errors: [404],
    },
    async handle(request, scope) {
      const named = await readAlert(request, scope);
      const id = parameter(request, 'destinationId').toLowerCase();
      const found = (await withStates(named, scope)).find((destination) => destination.id?.toLowerCase() === id);
      if (!found) return { status: 204 };
      return json<SubscriptionStatus>(
        200,
        named.alert.enabled === false ? { status: 'disabled' } : found.statusDetails,
      );
    },
  };
}

/** The destinations with their present states. */
async function withStates({ row, alert }: NamedAlert, { sql }: Scope) {
  const states = await listDestinationStates(sql, [row.id]);
  return (alert.destinations ?? []).map((destination) => ({
    ...destination,
    statusDetails: destinationStatus(
      destination,
      alert,
      states.find(({ destination_id }) => destination_id === destination.id),
    ),
  }));
}

function destinationsRoute(at: string, operationId: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: at,
    docs: {
      operationId,
      summary: 'List the destinations of an alert with their states',
      description: 'Returns the destinations, each with its `statusDetails`; none if the alert is disabled.',
      tag,
      answers: {
        200: { description: 'The destinations', schema: { arrayOf: 'events/eventSubscription#destination' } },
      },
      errors: [404],
    },
    async handle(request, scope) {
      const named = await readAlert(request, scope);
      return json<Destination[]>(200, named.alert.enabled === false ? [] : await withStates(named, scope));
    },
  };
}

function processedRoute(): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/{id}/processedEvents`,
    docs: {
      operationId: 'checkAlertHasReadAllEvents',
      summary: 'Check whether an alert has read all events',
      description: 'Returns whether the alert has read up to the newest event. Deliveries may still be pending.',
      tag,
      answers: { 200: { description: 'Whether it has read all events', schema: { inline: { type: 'boolean' } } } },
      errors: [404],
    },
    async handle(request, scope) {
      const { row } = await readAlert(request, scope);
      const { current, latest } = await progressOf(scope.sql, row.id);
      return json(200, current >= latest);
    },
  };
}

function recordRoute(at: string, operationId: string): ActionRoute {
  return {
    kind: 'action',
    long: true,
    method: 'GET',
    path: at,
    docs: {
      operationId,
      summary: 'Count what an alert delivered',
      description:
        'Returns how many deliveries succeeded, failed and are pending. Pending are all unread events, whether they pass the rules or not, and deliveries in progress. An event with several addresses counts once for each. Only events that the caller may see are counted; for callers who may not see all, at most the newest 5,000 deliveries and the oldest 5,000 unread events.',
      tag,
      answers: { 200: { description: 'The counts', schema: 'events/api/eventsRecord' } },
      errors: [404],
    },
    handle: countEvents,
  };
}

async function countEvents(request: Request, scope: ActionScope): Promise<Reply> {
  const { id, progress, seesAll } = await scope.readAs(async (inner) => {
    const { row } = await readAlert(request, inner);
    return { id: row.id, progress: await progressOf(inner.sql, row.id), seesAll: seesAllEvents(inner) };
  });
  const { unread, pending, succeeded, failed } = seesAll ? progress : await seenSums(id, progress, scope);
  return json<EventsRecord>(200, {
    totalEventsCount: unread + pending + succeeded + failed,
    pendingEventsCount: unread + pending,
    successfulEventsCount: succeeded,
    failedEventsCount: failed,
  });
}
