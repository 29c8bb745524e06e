/** `GET /v1/events`: the change log, as far as the reader may see the entities it is about. */
import { catalogError } from '../../contract/index.js';
import { type Reply, type Request, type Route, readLimit, type Scope } from '../catalog/index.js';
import { type EventQuery, type PlacedEventRow, readEvents } from '../storage/index.js';
import { createEventView } from './event-view.js';
import { reading } from './system-route.js';

const highestLimit = 1000;
/** Rows read at a time while looking for events that pass. */
const slice = 500;

/** Query parameters, and the kinds of events that each asks for. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  entityCreated: ['entityCreated'],
  entityUpdated: ['entityUpdated', 'entityFieldsChanged'],
  entityRestored: ['entityRestored'],
  entityDeleted: ['entitySoftDeleted', 'entityDeleted'],
};

export function eventRoutes(): Route[] {
  const types = (name: string) => ({
    name,
    description: 'Types of entities, separated by commas; `*` is all',
    schema: { type: 'string' },
  });
  return [
    reading('/v1/events', {
      id: 'listChangeEvents',
      tag: 'Events',
      summary: 'What changed, in the order in which it did',
      description:
        'Returns change events from a time on, filtered by kind of event and type of entity, as far as the caller may see them.',
      answer: { pageOf: 'type/changeEvent' },
      query: [
        ...Object.keys(kindsOf).map(types),
        {
          name: 'timestamp',
          description: 'Only events from this time on, in milliseconds',
          schema: { type: 'integer', default: 0 },
        },
        {
          name: 'limit',
          description: 'Most events to return',
          schema: { type: 'integer', minimum: 1, maximum: highestLimit, default: 10 },
        },
        { name: 'after', description: 'Cursor of the next page', schema: { type: 'string' } },
      ],
      handle: listEvents,
    }),
  ];
}

/**
 * A page that holds an event has a cursor; asked for again with the cursor of the last page, the log tells what is new.
 * `paging.total` counts the page.
 */
async function listEvents({ query }: Request, scope: Scope): Promise<Reply> {
  const limit = readLimit(query.limit, 10, 1, highestLimit);
  const since = readLimit(query.timestamp, 0, 0, Number.MAX_SAFE_INTEGER, 'timestamp');
  const wanted = wantedEvents(query);
  const found: PlacedEventRow[] = [];
  const view = createEventView(scope);
  let after = query.after ? readPosition(query.after) : 0;
  for (let more = true; more && found.length < limit; ) {
    const rows = await readEvents(scope.sql, { after, limit: slice, ...wanted.query, ...(since > 0 ? { since } : {}) });
    more = rows.length === slice;
    for (const row of rows) {
      after = row.position;
      const shown = wanted.passes(row) ? await view(row) : null;
      if (shown !== null) found.push(shown);
      if (found.length === limit) break;
    }
  }
  const last = found.at(-1);
  const paging = { ...(last ? { after: writePosition(last.position) } : {}), total: found.length };
  return {
    status: 200,
    body: `{"data":[${found.map((row) => row.doc).join(',')}],"paging":${JSON.stringify(paging)}}`,
  };
}

/** Without any of the four parameters every event is meant. */
function wantedEvents(query: Request['query']): {
  query: Pick<EventQuery, 'kinds' | 'types'>;
  passes(row: PlacedEventRow): boolean;
} {
  const asked = Object.keys(kindsOf).filter((name) => query[name]);
  if (asked.length === 0) return { query: {}, passes: () => true };
  const types = new Map<string, ReadonlySet<string>>();
  for (const name of asked) {
    const listed = new Set((query[name] as string).split(',').map((type) => type.trim()));
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
    throw catalogError('BAD_REQUEST', 'after is not a cursor of this list; pass on what the previous page returned');
  return Number(match[1]);
}
