/** `GET /v1/events`: the change log, limited to entities that the caller may see. */

import { createEventView, type Reply, type Request, type Route, readLimit, type Scope } from '../../catalog/index.js';
import type { EventTail } from '../../events/index.js';
import { lastPosition, type PlacedEventRow } from '../../storage/index.js';
import { readRoute } from '../system-route.js';
import { eventStreamRoute } from './stream-route.js';
import {
  filterParameters,
  readPosition,
  readSlice,
  SLICE,
  type Slice,
  type Wanted,
  wantedEvents,
  writePosition,
} from './wanted-events.js';

const highestLimit = 1000;
/** Characters after which a page ends. */
const MOST_TEXT = 16 * 1024 * 1024;

export function eventRoutes(tail: EventTail): Route[] {
  return [
    eventStreamRoute(tail),
    readRoute('/v1/events', {
      id: 'listChangeEvents',
      tag: 'Events',
      summary: 'List change events in order',
      description:
        'Returns the change events since a time that the caller may see, filtered by event kind and entity type. A page of long events may have fewer than `limit`.',
      answer: { pageOf: 'type/changeEvent' },
      query: [
        ...filterParameters,
        {
          name: 'limit',
          description: 'Maximum number of events to return; default: all',
          schema: { type: 'integer', minimum: 1, maximum: highestLimit },
        },
        { name: 'after', description: 'Cursor of the next page', schema: { type: 'string' } },
      ],
      handle: listEvents,
    }),
  ];
}

/**
 * Without `limit`: all events since `timestamp` or after the cursor `after`, up to the newest at the time of the
 * request. With `limit`: a page. A response with events has a cursor; requesting with the last cursor returns newer
 * events.
 */
async function listEvents({ query }: Request, scope: Scope): Promise<Reply> {
  const wanted = wantedEvents(query);
  const after = query.after ? readPosition(query.after) : 0;
  if (query.limit) return readPage(wanted, after, readLimit(query.limit, 10, 1, highestLimit), scope);
  return { status: 200, body: streamEvents(wanted, { after, upTo: await lastPosition(scope.sql) }, scope) };
}

/** `paging.total` is the number of events on the page, which ends early where they are long. */
async function readPage(wanted: Wanted, after: number, limit: number, scope: Scope): Promise<Reply> {
  const found: PlacedEventRow[] = [];
  const view = createEventView(scope);
  let at = after;
  let size = 0;
  for (let more = true; more && found.length < limit && size < MOST_TEXT; ) {
    const read = await readSlice(wanted, { after: at, limit: limit - found.length }, { ...scope, view });
    found.push(...read.found);
    for (const { doc } of read.found) size += doc.length;
    ({ more, at } = read);
  }
  const last = found.at(-1);
  const paging = { ...(last ? { after: writePosition(last.position) } : {}), total: found.length };
  return {
    status: 200,
    body: `{"data":[${found.map((row) => row.doc).join(',')}],"paging":${JSON.stringify(paging)}}`,
  };
}

/**
 * Streams slice by slice, in constant memory, each from its own snapshot. Positions never change, so the order is
 * stable.
 */
async function* streamEvents(
  wanted: Wanted,
  { after, upTo }: { after: number; upTo: number },
  scope: Scope,
): AsyncGenerator<string> {
  let at = after;
  let total = 0;
  let last: number | null = null;
  let between = '{"data":[';
  for (let more = true; more; ) {
    const from = at;
    const read: Slice = await scope.reopen((sql) => {
      const within = { ...scope, sql };
      return readSlice(wanted, { after: from, upTo, limit: SLICE }, { ...within, view: createEventView(within) });
    });
    ({ more, at } = read);
    total += read.found.length;
    last = read.found.at(-1)?.position ?? last;
    // Yields even an empty chunk, to detect a disconnected client when no event is visible.
    yield read.found.length === 0 ? '' : between + read.found.map((row) => row.doc).join(',');
    if (read.found.length > 0) between = ',';
  }
  const paging = { ...(last === null ? {} : { after: writePosition(last) }), total };
  yield `${total === 0 ? between : ''}],"paging":${JSON.stringify(paging)}}`;
}
