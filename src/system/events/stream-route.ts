/** `GET /v1/events/stream`: the change log as server-sent events, from a position on. */
import { catalogError } from '../../../contract/index.js';
import { type ActionRoute, type ActionScope, eventStream, type Reply, type Request } from '../../catalog/index.js';
import type { EventTail } from '../../events/index.js';
import { lastPosition, oldestPosition, type Sql } from '../../storage/index.js';
import { createDecisions, type Decisions } from './decisions.js';
import { followEvents } from './follow-events.js';
import { filterParameters, readPosition, wantedEvents } from './wanted-events.js';

const HEADER = 'last-event-id';
const PARAMETER = 'lastEventId';

export function eventStreamRoute(tail: EventTail): ActionRoute {
  const decisions = createDecisions();
  return {
    kind: 'action',
    method: 'GET',
    path: '/v1/events/stream',
    docs: {
      operationId: 'streamChangeEvents',
      tag: 'Events',
      summary: 'Stream change events as server-sent events',
      description: [
        'Sends the change events that `GET /v1/events` would show the caller, in the same order, and goes on with new ones.',
        'The `id` of an event is its position, the same on every server of a database; `event` is its type, such as `entityUpdated`; `data` is the change event as JSON.',
        'Without a position, a stream begins now; with the position `0`, at the oldest event kept; with a `timestamp`, at the first event since then; otherwise after the position.',
        'A position whose following events were removed by retention gets 410.',
        'Every 15 seconds without an event there is a comment, which may come with a newer `id`.',
        'The stream ends when the token is no longer valid, when the client leaves data unread for 30 seconds (`--stream-stall`), and when the server stops.',
        'The number of streams per user and server is limited; more get 429.',
      ].join(' '),
      query: [
        ...filterParameters,
        {
          name: PARAMETER,
          description: 'As the header `Last-Event-ID`, which takes precedence, for clients that cannot set headers',
          schema: { type: 'integer', minimum: 0 },
        },
        {
          name: 'after',
          description: '`paging.after` of `GET /v1/events`, to begin behind a list that was read',
          schema: { type: 'string' },
        },
      ],
      headers: [
        {
          name: 'Last-Event-ID',
          description: '`id` of the last event received; `0` for the oldest event kept',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      answers: {
        200: {
          description: 'Change events, until the client or the server ends the stream',
          schema: { inline: { type: 'string' } },
          media: 'text/event-stream',
        },
      },
      errors: [410],
    },
    handle: (request, scope) => stream(request, scope, tail, decisions),
  };
}

async function stream(request: Request, scope: ActionScope, tail: EventTail, decisions: Decisions): Promise<Reply> {
  const wanted = wantedEvents(request.query);
  const asked = askedPosition(request) ?? (wanted.query.since === undefined ? null : 0);
  const start = await scope.readAs(({ sql }) => startPosition(sql, asked));
  return eventStream(followEvents({ start, wanted, bearer: request.bearer, scope, tail, decisions }));
}

/** An empty value counts as none: some clients send it before the first event. */
function askedPosition({ headers, query }: Request): number | null {
  const header = [headers[HEADER]].flat().join(',').trim();
  const text = header || query[PARAMETER]?.trim();
  if (!text) return query.after ? readPosition(query.after) : null;
  if (!/^\d{1,15}$/.test(text))
    throw catalogError(
      'BAD_REQUEST',
      `${header ? 'Last-Event-ID' : PARAMETER} must be the id of an event of this stream, or 0 for the oldest event kept`,
    );
  return Number(text);
}

/** The position after which the stream begins; null means now. */
async function startPosition(sql: Sql, asked: number | null): Promise<number> {
  const last = await lastPosition(sql);
  if (asked === null) return last;
  if (asked > last)
    throw catalogError(
      'BAD_REQUEST',
      `there is no event ${asked} yet; the newest is ${last}. Begin without a position at now, or at 0`,
    );
  const oldest = await oldestPosition(sql);
  if (asked === 0) return Math.max(0, oldest - 1);
  if (asked < oldest - 1)
    throw catalogError(
      'EVENTS_EXPIRED',
      `events after ${asked} were removed by retention; the oldest one kept is ${oldest}. Begin there with position 0, or without a position at now`,
    );
  return asked;
}
