import type { Sql } from '../../port.js';
import type { EventRow } from '../../rows.js';
import { createParameters } from '../parameters.js';
import { eventText } from './event-text.js';
import { EVENT_COLUMNS, type PlacedEventRow, sizeOfEvent, TEXT_OF_SLICE } from './read-events.js';

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
  const order = `position ${newestFirst ? 'desc' : 'asc'}`;
  // Long texts end a scan early.
  const sized = `select position as place, ${sizeOfEvent(false)} as size from change_event where position between $1 and $2${ofTypes}
    order by ${order} limit $3`;
  const rows = await sql.all<EventRow & { position: number; found: number }>(
    `select ${EVENT_COLUMNS}, entity, found from change_event join (
        select place, count(*) over () as found, sum(size) over (order by place ${newestFirst ? 'desc' : 'asc'}) - size as earlier
          from (${sized}) as sized) as summed on position = place
      where earlier < ${parameters.add(TEXT_OF_SLICE)} order by ${order}`,
    parameters.values,
  );
  const isCut = rows.length === limit || rows.length < Number(rows[0]?.found ?? 0);
  const events = rows.map(({ change, entity, found: _, ...row }) => ({
    ...row,
    doc: eventText({ ...row, change, entity }),
  }));
  const reached = isCut ? (rows.at(-1)?.position ?? last) : last;
  return { events, next: reached === end ? null : reached };
}
