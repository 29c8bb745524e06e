/** `GET /v1/events`: the change log, limited to entities that the caller may see. */

import { catalogError } from '../../contract/index.js';
import { type Reply, type Request, type Route, readLimit, type Scope } from '../catalog/index.js';
import { present } from '../context/index.js';
import { type EventQuery, lastPosition, type PlacedEventRow, readEvents } from '../storage/index.js';
import { createEventView, type EventView } from './event-view.js';
import { readRoute } from './system-route.js';

const highestLimit = 1000;
/** Rows read at a time when searching for visible events; small, as each event contains the entire entity. */
const SLICE = 200;

/** Query parameters and the event kinds they select. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  entityCreated: ['entityCreated'],
  entityUpdated: ['entityUpdated', 'entityFieldsChanged'],
  entityRestored: ['entityRestored'],
  entityDeleted: ['entitySoftDeleted', 'entityDeleted'],
};

export function eventRoutes(): Route[] {
  const types = (name: string) => ({
    name,
    description: 'Entity types, separated by commas; `*` for all',
    schema: { type: 'string' },
  });
  return [
    readRoute('/v1/events', {
      id: 'listChangeEvents',
      tag: 'Events',
      summary: 'List change events in order',
      description:
        'Returns the change events since a time that the caller may see, filtered by event kind and entity type.',
      answer: { pageOf: 'type/changeEvent' },
      query: [
        ...Object.keys(kindsOf).map(types),
        {
          name: 'timestamp',
          description: 'Only events since this time, in milliseconds since 1970',
          schema: { type: 'integer', default: 0 },
        },
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
  const since = readLimit(query.timestamp, 0, 0, Number.MAX_SAFE_INTEGER, 'timestamp');
  const wanted: Wanted = { ...wantedEvents(query), ...(since > 0 ? { since } : {}) };
  const after = query.after ? readPosition(query.after) : 0;
  if (query.limit) return readPage(wanted, after, readLimit(query.limit, 10, 1, highestLimit), scope);
  return { status: 200, body: streamEvents(wanted, { after, upTo: await lastPosition(scope.sql) }, scope) };
}

/** `paging.total` is the number of events on the page. */
async function readPage(wanted: Wanted, after: number, limit: number, scope: Scope): Promise<Reply> {
  const found: PlacedEventRow[] = [];
  const view = createEventView(scope);
  let at = after;
  for (let more = true; more && found.length < limit; ) {
    const read = await readSlice(wanted, { after: at, limit: limit - found.length }, { ...scope, view });
    found.push(...read.found);
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

interface Slice {
  found: PlacedEventRow[];
  /** Position where the next slice starts. */
  at: number;
  /** Whether the next slice may have events. */
  more: boolean;
}

/** At most `limit` visible events from the next rows. */
async function readSlice(
  wanted: Wanted,
  { after, upTo, limit }: { after: number; upTo?: number; limit: number },
  { sql, view }: Pick<Scope, 'sql'> & { view: EventView },
): Promise<Slice> {
  const { since, query } = wanted;
  const rows = await readEvents(sql, {
    after,
    limit: SLICE,
    ...query,
    ...(since === undefined ? {} : { since }),
    ...(upTo === undefined ? {} : { upTo }),
  });
  const found: PlacedEventRow[] = [];
  let at = after;
  for (const row of rows) {
    at = row.position;
    const shown = wanted.passes(row) ? await view(row) : null;
    if (shown !== null) found.push(shown);
    if (found.length === limit) break;
  }
  return { found, at, more: rows.length === SLICE };
}

/** The selected events. */
interface Wanted {
  query: Pick<EventQuery, 'kinds' | 'types'>;
  passes(row: PlacedEventRow): boolean;
  since?: number;
}

/** Selects all events if none of the four parameters is given. */
function wantedEvents(query: Request['query']): Wanted {
  const selected = Object.keys(kindsOf).filter((name) => query[name]);
  if (selected.length === 0) return { query: {}, passes: () => true };
  const types = new Map<string, ReadonlySet<string>>();
  for (const name of selected) {
    const listed = new Set(
      present(query[name])
        .split(',')
        .map((type) => type.trim()),
    );
    for (const kind of kindsOf[name] ?? []) types.set(kind, listed);
  }
  const all = [...types.values()].some((listed) => listed.has('*'));
  const union = [...new Set([...types.values()].flatMap((listed) => [...listed]))];
  return {
    query: { kinds: [...types.keys()], ...(all ? {} : { types: union }) },
    passes: ({ kind, entity_type: type }) => {
      const listed = types.get(kind);
      return listed !== undefined && (listed.has('*') || listed.has(type));
    },
  };
}

function writePosition(position: number): string {
  return Buffer.from(`event ${position}`).toString('base64url');
}

function readPosition(text: string): number {
  const match = /^event (\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString());
  if (!match)
    throw catalogError(
      'BAD_REQUEST',
      'after is not a cursor of this list; use the value returned with the previous page',
    );
  return Number(match[1]);
}
