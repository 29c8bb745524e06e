/** `GET /v1/events`: the change log, as far as the reader may see the entities it is about. */
import { catalogError } from '../../contract/index.js';
import {
  type EntityType,
  factsOf,
  factsOfValue,
  hiddenFields,
  isObject,
  type Reply,
  type Request,
  type Route,
  readLimit,
  type Scope,
  withoutChanges,
  withoutFields,
} from '../catalog/index.js';
import { matchesFilter } from '../rules/index.js';
import { type EventQuery, getEntityById, type PlacedEventRow, readEvents } from '../storage/index.js';
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
  const view = createView(scope);
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

/**
 * The event as the reader may see it, null when not at all. Decides by the entity as it is; by the state that the event holds once the
 * entity is gone.
 */
function createView(scope: Scope): (row: PlacedEventRow) => Promise<PlacedEventRow | null> {
  const { authorizer, registry } = scope.catalog;
  const known = new Map<string, Sight>();
  const look = async (type: EntityType, row: PlacedEventRow): Promise<Sight> => {
    const filter = authorizer.filter(scope.actor, 'ViewBasic', type.name);
    if (filter.kind === 'none') return null;
    const entity = await getEntityById(scope.sql, row.entity_id);
    const facts = () => (entity ? factsOf(type, entity, scope) : factsOfValue(type, entityOfEvent(row), scope));
    if (filter.kind !== 'all' && !matchesFilter(filter, await facts())) return null;
    const hidden = await hiddenFields(type, facts, scope);
    if (entity) known.set(row.entity_id, hidden);
    return hidden;
  };
  return async (row) => {
    const type = registry.find(row.entity_type);
    if (scope.actor.isAdmin || !type) return scope.actor.isAdmin ? row : null;
    const sight = known.get(row.entity_id) ?? (await look(type, row));
    if (sight === null || sight.length === 0) return sight === null ? null : row;
    return { ...row, doc: withoutHidden(row.doc, sight) };
  };
}

/** Fields to leave out; null: nothing may be seen. */
type Sight = string[] | null;

function withoutHidden(doc: string, hidden: readonly string[]): string {
  const event = JSON.parse(doc) as Record<string, unknown>;
  if (typeof event.entity === 'string') event.entity = withoutFields(event.entity, hidden);
  for (const key of ['changeDescription', 'incrementalChangeDescription'])
    if (isObject(event[key])) event[key] = withoutChanges(event[key], hidden);
  return JSON.stringify(event);
}

function entityOfEvent({ doc }: PlacedEventRow): Record<string, unknown> {
  const { entity } = JSON.parse(doc) as { entity?: unknown };
  return typeof entity === 'string' ? (JSON.parse(entity) as Record<string, unknown>) : {};
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
