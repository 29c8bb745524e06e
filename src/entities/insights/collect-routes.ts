/** Events of the web interface: collected from people who use it, listed for administrators. */
import {
  catalogError,
  errorMessages,
  isObject,
  parseObject,
  type WebAnalyticEventData,
} from '../../../contract/index.js';
import {
  type DataRoute,
  json,
  type Request,
  type RouteDocs,
  readBody,
  readLimit,
  type Scope,
} from '../../catalog/index.js';
import {
  deletePoints,
  deletePointsBefore,
  type EntityRow,
  getEntityByFqn,
  listPoints,
  lockPoint,
  putPoint,
} from '../../storage/index.js';
import { decide } from '../entity-route.js';
import { checkMilliseconds, readTimeRange, readTimestamp, timeRangeDocs } from '../time-range.js';

const schema = 'analytics/webAnalyticEventData';
const typeName = 'webAnalyticEvent';
const kind = 'webEvent';
/** Counts the events of a person, who holds the point. */
const counterKind = 'webEventCount';
const MOST_BYTES = 16_384;
/** Events of one person within a minute. */
const MOST_IN_A_MINUTE = 300;
const MINUTE = 60_000;
const KEPT = 30 * 24 * 60 * MINUTE;
/** Old events removed with each new one: more than one, so that they become fewer. */
const REMOVED_AT_ONCE = 10;

interface EventCount {
  /** Milliseconds. */
  since: number;
  count: number;
}

export function collectRoutes(path: string): DataRoute[] {
  const docs = (more: Pick<RouteDocs, 'operationId' | 'summary' | 'description' | 'answers' | 'query' | 'body'>) => ({
    ...{ tag: typeName, errors: [404] },
    ...more,
  });
  return [
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/collect`,
      bodyLimit: MOST_BYTES,
      docs: docs({
        operationId: 'collectWebAnalyticEvent',
        summary: 'Collect an event of the web interface',
        description:
          'Records that the caller did something. Events are kept for 30 days; of one person at most 300 a minute are accepted, on all servers together.',
        body: { schema, required: true },
        answers: { 200: { description: 'The event', schema } },
      }),
      handle: collect,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/collect`,
      docs: docs({
        operationId: 'listWebAnalyticEvents',
        summary: 'List collected events of the web interface',
        query: [
          { name: 'eventType', description: 'Kind of event', schema: { type: 'string' }, required: true },
          { name: 'limit', description: 'Maximum number of events', schema: { type: 'integer', default: 1000 } },
          ...timeRangeDocs,
        ],
        answers: { 200: { description: 'The events, newest first', schema: { pageOf: schema } } },
      }),
      handle: list,
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{name}/{timestamp}/collect`,
      docs: docs({
        operationId: 'deleteWebAnalyticEvents',
        summary: 'Delete the collected events before a time',
        answers: { 200: { description: 'Deleted', schema: { inline: { type: 'object' } } } },
      }),
      handle: async (request, scope) => {
        scope.catalog.authorizer.possible(scope.actor, 'Delete', typeName);
        const row = await eventNamed(request.params.name ?? '', scope);
        await decide(typeOf(scope), row, 'Delete', scope);
        await deletePoints(scope.sql, { entityId: row.id, kind, to: readTimestamp(request.params) });
        return json(200, {});
      },
    },
  ];
}

async function collect(request: Request, scope: Scope) {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', typeName);
  const given: WebAnalyticEventData = readBody(request, schema, scope);
  checkMilliseconds(given.timestamp);
  const { sql, actor, context } = scope;
  const now = context.now();
  if (Math.abs(now - given.timestamp) > KEPT)
    throw catalogError('BAD_REQUEST', 'timestamp must be within 30 days of now');
  const row = await eventNamed(given.eventType, scope);
  await countEvent(scope);
  // Nobody can act in the name of another.
  const eventData = isObject(given.eventData) ? { ...given.eventData, userId: actor.id } : { userId: actor.id };
  const event = { ...given, eventId: given.eventId ?? context.id(), eventData };
  // With the id in the key, events of the same millisecond do not replace each other, and a repeated request adds none.
  const key = `${actor.id} ${event.eventId}`;
  await putPoint(sql, { entity_id: row.id, kind, key, at: given.timestamp, doc: JSON.stringify(event) });
  await deletePointsBefore(sql, kind, now - KEPT, REMOVED_AT_ONCE);
  return json(200, event);
}

/**
 * Counts by the time of the request, because clients choose the timestamps of events. The counter is locked, so that
 * requests to several servers do not pass the limit together.
 */
async function countEvent({ sql, actor, context }: Scope): Promise<void> {
  const now = context.now();
  const point = { entity_id: actor.id, kind: counterKind, key: '', at: 0 };
  const none: EventCount = { since: now, count: 0 };
  const stored = parseObject<EventCount>(await lockPoint(sql, { ...point, doc: JSON.stringify(none) }));
  const { since, count } = Math.abs(now - stored.since) < MINUTE ? stored : none;
  if (count >= MOST_IN_A_MINUTE)
    throw catalogError('LIMITS_EXCEPTION', `at most ${MOST_IN_A_MINUTE} events a minute are collected from one person`);
  await putPoint(sql, { ...point, doc: JSON.stringify({ since, count: count + 1 } satisfies EventCount) });
}

async function list({ query }: Request, scope: Scope) {
  // What people did is for those who run the catalog, not for every reader.
  scope.catalog.authorizer.possible(scope.actor, 'EditAll', typeName);
  const row = await eventNamed(query.eventType ?? '', scope);
  await decide(typeOf(scope), row, 'EditAll', scope);
  const limit = readLimit(query.limit, 1000, 1, 10_000);
  const points = await listPoints(scope.sql, { entityId: row.id, kind, ...readTimeRange(query, scope), limit });
  const data = points.map(({ doc }) => parseObject(doc));
  return json(200, { data, paging: { total: data.length } });
}

/** The kind of event, which has the name of its type. 404 if somebody deleted it: nothing is collected then. */
async function eventNamed(name: string, { sql }: Scope): Promise<EntityRow> {
  const row = await getEntityByFqn(sql, typeName, name);
  if (row?.deleted !== 0) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(typeName, name));
  return row;
}

const typeOf = ({ catalog }: Scope) => catalog.registry.get(typeName);
