import type { Sql } from '../../port.js';
import type { EventRow } from '../../rows.js';
import { createParameters } from '../parameters.js';
import { eventText } from './event-text.js';
import { EVENT_COLUMNS, type PlacedEventRow } from './read-events.js';

export interface EventScan {
  /** Where it continues: after this position, or before it with `newestFirst`. */
  at: number;
  /** The last position, inclusive. */
  end: number;
  newestFirst?: boolean;
  /** Entity types; default: all. */
  types?: readonly string[] | undefined;
  limit: number;
}

export interface ScannedEvents {
  events: PlacedEventRow[];
  /** Where the next scan continues; null at the end. */
  next: number | null;
}

/** Positions that one scan passes at most: however rare the types are, it takes a few milliseconds. */
const SPAN = 2000;

/** The next events of some types, in order or in reverse order. */
export async function scanEvents(
  sql: Sql,
  { at, end, newestFirst = false, types, limit }: EventScan,
): Promise<ScannedEvents> {
  const last = newestFirst ? Math.max(end, at - SPAN) : Math.min(end, at + SPAN);
  const parameters = createParameters(newestFirst ? last : at + 1, newestFirst ? at - 1 : last, limit);
  const ofTypes = types ? ` and entity_type in ${sql.dialect.list(parameters.add(JSON.stringify(types)))}` : '';
  const rows = await sql.all<EventRow & { position: number }>(
    `select ${EVENT_COLUMNS}, entity from change_event where position between $1 and $2${ofTypes}
      order by position ${newestFirst ? 'desc' : 'asc'} limit $3`,
    parameters.values,
  );
  const events = rows.map(({ change, entity, ...row }) => ({ ...row, doc: eventText({ ...row, change, entity }) }));
  const reached = rows.length === limit ? (rows.at(-1)?.position ?? last) : last;
  return { events, next: reached === end ? null : reached };
}
