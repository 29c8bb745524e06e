/** Which events a request asks for, and how they are read: the same for lists and streams. */
import { catalogError } from '../../../contract/index.js';
import type { EventView } from '../../catalog/index.js';
import { type ParameterDocs, type Request, readLimit, type Scope } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { type EventQuery, hasMoreEvents, type PlacedEventRow, readEvents, TEXT_OF_SLICE } from '../../storage/index.js';

/** Rows read at a time when searching for visible events, fewer of long ones: each event contains the entire entity. */
export const SLICE = 200;

/** Query parameters and the event kinds they select. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  entityCreated: ['entityCreated'],
  entityUpdated: ['entityUpdated', 'entityFieldsChanged'],
  entityRestored: ['entityRestored'],
  entityDeleted: ['entitySoftDeleted', 'entityDeleted'],
};

/** The parameters that `wantedEvents` reads. */
export const filterParameters: readonly ParameterDocs[] = [
  ...Object.keys(kindsOf).map((name) => ({
    name,
    description: 'Entity types, separated by commas; `*` for all',
    schema: { type: 'string' },
  })),
  {
    name: 'timestamp',
    description: 'Only events since this time, in milliseconds since 1970',
    schema: { type: 'integer', default: 0 },
  },
];

/** The selected events. */
export interface Wanted {
  query: Pick<EventQuery, 'kinds' | 'types' | 'since'>;
  /** Whether a row is selected, whatever it was read by. */
  passes(row: PlacedEventRow): boolean;
}

/** Selects all events if none of the four kinds is given. */
export function wantedEvents(query: Request['query']): Wanted {
  const since = readLimit(query.timestamp, 0, 0, Number.MAX_SAFE_INTEGER, 'timestamp');
  const kinds = wantedKinds(query);
  if (since === 0) return kinds;
  return { query: { ...kinds.query, since }, passes: (row) => row.at >= since && kinds.passes(row) };
}

function wantedKinds(query: Request['query']): Wanted {
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

export interface Slice {
  found: PlacedEventRow[];
  /** Position where the next slice starts. */
  at: number;
  /** Whether the next slice may have events. */
  more: boolean;
}

/** At most `limit` visible events from the next rows. */
export async function readSlice(
  wanted: Wanted,
  { after, upTo, limit }: { after: number; upTo?: number; limit: number },
  { sql, view }: Pick<Scope, 'sql'> & { view: EventView },
): Promise<Slice> {
  const query = {
    ...{ after, limit: SLICE, text: TEXT_OF_SLICE },
    ...wanted.query,
    ...(upTo === undefined ? {} : { upTo }),
  };
  const rows = await readEvents(sql, query);
  const found: PlacedEventRow[] = [];
  let at = after;
  for (const row of rows) {
    at = row.position;
    const shown = wanted.passes(row) ? await view(row) : null;
    if (shown !== null) found.push(shown);
    if (found.length === limit) break;
  }
  return { found, at, more: hasMoreEvents(rows, query) };
}

export function writePosition(position: number): string {
  return Buffer.from(`event ${position}`).toString('base64url');
}

export function readPosition(text: string): number {
  const match = /^event (\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString());
  if (!match)
    throw catalogError(
      'BAD_REQUEST',
      'after is not a cursor of this list; use the value returned with the previous page',
    );
  return Number(match[1]);
}
