/** Which events were delivered, and which could not be. */
import { setImmediate } from 'node:timers/promises';
import { catalogError } from '../../../contract/index.js';
import {
  type ActionRoute,
  type ActionScope,
  createEventView,
  jsonText,
  type ParameterDocs,
  type Reply,
  type Request,
  type Route,
} from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';
import { countDeliveries, type DeliverySource, type DeliveryState, listSentEvents } from '../../storage/index.js';
import { byIdAndName, pageDocs, readAlert, readPage } from './named-alert.js';
import { MOST_RECORDS, type Page, type SeenRecord, visibleEvents, visibleRecords } from './records.js';
import { countSeenDeliveries, seesAllEvents } from './seen-progress.js';

const { name: tag, path } = eventSubscription;
const SOURCES: readonly DeliverySource[] = ['SUBSCRIBER', 'PUBLISHER'];
const SEEN = 'Only events that the caller may see are returned.';

const sourceDocs: ParameterDocs = {
  name: 'source',
  description: '`SUBSCRIBER`: could not be delivered; `PUBLISHER`: conditions could not be evaluated',
  schema: { type: 'string', enum: [...SOURCES] },
};

export const recordRoutes: readonly Route[] = [
  ...byIdAndName('failedEvents', 'listAlertFailedEvents', (at, operationId) =>
    failedRoute(at, operationId, 'List the events that an alert could not deliver', async (request, scope) => {
      const { id } = await scope.readAs(async (inner) => (await readAlert(request, inner)).row);
      return failedEvents(request, id, scope);
    }),
  ),
  failedRoute(
    `${path}/listAllFailedEvents`,
    'listAllAlertFailedEvents',
    'List the events that alerts could not deliver',
    async (request, scope) => {
      await scope.readAs(async ({ catalog, actor }) => catalog.authorizer.possible(actor, 'ViewAll', tag));
      return failedEvents(request, undefined, scope);
    },
  ),
  listEventsRoute(),
  ...byIdAndName('listSuccessfullySentChangeEvents', 'listAlertSentEvents', sentRoute),
];

function failedRoute(at: string, operationId: string, summary: string, handle: ActionRoute['handle']): ActionRoute {
  return {
    kind: 'action',
    long: true,
    method: 'GET',
    path: at,
    docs: {
      operationId,
      summary,
      description: `Returns failed deliveries, the newest first, with their events. ${SEEN}`,
      tag,
      query: [...pageDocs, sourceDocs],
      answers: { 200: { description: 'The failed deliveries', schema: { arrayOf: 'events/failedEventResponse' } } },
      ...(at.includes('{') ? { errors: [404] } : {}),
    },
    handle,
  };
}

async function failedEvents(request: Request, alertId: string | undefined, scope: ActionScope): Promise<Reply> {
  const page = readPage(request);
  const records = await visibleRecords({ alertId, states: ['failed'], source: readSource(request) }, page, scope);
  return jsonText(200, `[${records.flatMap(failedText).join(',')}]`);
}

function readSource({ query }: Request): DeliverySource | undefined {
  if (!query.source) return undefined;
  const found = SOURCES.find((source) => source === query.source);
  if (!found) throw catalogError('BAD_REQUEST', `source must be ${SOURCES.join(' or ')}`);
  return found;
}

/** JSON text; empty if the event was removed. */
function failedText({ delivery, event }: SeenRecord): string[] {
  if (!event) return [];
  const { destination_id, alert_id, reason, source, updated_at } = delivery;
  // What could not be evaluated has no destination.
  const known = {
    failingSubscriptionId: destination_id || alert_id,
    reason: reason ?? '',
    source,
    timestamp: updated_at,
  };
  return [`{"changeEvent":${event.doc},${JSON.stringify(known).slice(1)}`];
}

function listEventsRoute(): ActionRoute {
  return {
    kind: 'action',
    long: true,
    method: 'GET',
    path: `${path}/id/{id}/listEvents`,
    docs: {
      operationId: 'listAlertEvents',
      summary: 'List the deliveries of an alert with their events',
      description: `Returns successful and failed deliveries, the newest first, each with its event. ${SEEN}`,
      tag,
      query: [
        ...pageDocs,
        {
          name: 'status',
          description: 'Only deliveries with this result; default: both',
          schema: { type: 'string', enum: ['failed', 'successful'] },
        },
      ],
      answers: { 200: { description: 'The deliveries', schema: { pageOf: 'events/api/typedEvent' } } },
      errors: [404],
    },
    handle: listEvents,
  };
}

async function listEvents(request: Request, scope: ActionScope): Promise<Reply> {
  const { id, all } = await scope.readAs(async (inner) => {
    const { row } = await readAlert(request, inner);
    return { id: row.id, all: seesAllEvents(inner) ? await countDeliveries(inner.sql, row.id) : null };
  });
  const [page, states] = [readPage(request), readStates(request)];
  const records = await visibleRecords({ alertId: id, states }, page, scope);
  const counts = all ?? (await countSeenDeliveries(id, scope)).total;
  const total = states.reduce((sum, state) => sum + counts[state], 0);
  const data = records.flatMap(typedText).join(',');
  return jsonText(200, `{"data":[${data}],"paging":${JSON.stringify({ ...page, total })}}`);
}

function readStates({ query: { status } }: Request): DeliveryState[] {
  if (!status) return ['failed', 'delivered'];
  if (status === 'failed') return ['failed'];
  if (status === 'successful') return ['delivered'];
  throw catalogError('BAD_REQUEST', 'status must be failed or successful');
}

function typedText(record: SeenRecord): string[] {
  const { delivery, event } = record;
  if (!event) return [];
  const timestamp = delivery.updated_at;
  if (delivery.state === 'failed')
    return failedText(record).map((text) => `{"status":"failed","data":[${text}],"timestamp":${timestamp}}`);
  return [`{"status":"successful","data":[${event.doc}],"timestamp":${timestamp}}`];
}

function sentRoute(at: string, operationId: string): ActionRoute {
  return {
    kind: 'action',
    long: true,
    method: 'GET',
    path: at,
    docs: {
      operationId,
      summary: 'List the events that an alert delivered',
      description: `Returns delivered events, the newest delivery first, as long as their records are kept. ${SEEN}`,
      tag,
      query: pageDocs,
      answers: { 200: { description: 'The events', schema: { arrayOf: 'type/changeEvent' } } },
      errors: [404],
    },
    async handle(request, scope) {
      const { row } = await scope.readAs((inner) => readAlert(request, inner));
      return jsonText(200, `[${(await sentEvents(row.id, readPage(request), scope)).join(',')}]`);
    },
  };
}

const SLICE = 50;

/** Texts of events; `offset` counts what the caller may see. Only the newest are looked at for callers who may not see all. */
async function sentEvents(alertId: string, { limit, offset }: Page, scope: ActionScope): Promise<string[]> {
  const found: string[] = [];
  let passed = 0;
  for (let at = 0; found.length < limit; at += SLICE) {
    const { sent, seen, all } = await scope.readAs(async (inner) => {
      const rows = await listSentEvents(inner.sql, alertId, { limit: SLICE, offset: at });
      const positions = rows.map(({ position }) => position);
      const events = await visibleEvents(positions, createEventView(inner), inner);
      const texts = positions.flatMap((position) => events.get(position)?.doc ?? []);
      return { sent: rows.length, seen: texts, all: seesAllEvents(inner) };
    });
    for (const text of seen) {
      if (passed >= offset && found.length < limit) found.push(text);
      passed += 1;
    }
    if (sent < SLICE || (!all && at + SLICE >= MOST_RECORDS)) break;
    await setImmediate(); // an embedded database answers without giving way to others
  }
  return found;
}
