import type { Sql } from '../../port.js';
import type { EventRow } from '../../rows.js';
import { eventText } from './event-text.js';
import { EVENT_COLUMNS, type PlacedEventRow } from './read-events.js';

/** An event that has a position, by its id. */
export async function getEventById(sql: Sql, id: string): Promise<PlacedEventRow | undefined> {
  const [row] = await placed(sql, 'id = $1', id);
  return row;
}

/** Events at these positions, in order; those that were removed are missing. */
export function listEventsAt(sql: Sql, positions: readonly number[]): Promise<PlacedEventRow[]> {
  if (positions.length === 0) return Promise.resolve([]);
  const { list, types } = sql.dialect;
  const numbers = `(select cast(value as ${types.integer}) from ${list('$1')} as listed)`;
  return placed(sql, `position in ${numbers}`, JSON.stringify(positions));
}

async function placed(sql: Sql, condition: string, value: string): Promise<PlacedEventRow[]> {
  const rows = await sql.all<EventRow & { position: number }>(
    `select ${EVENT_COLUMNS}, entity from change_event where position is not null and ${condition} order by position`,
    [value],
  );
  return rows.map(({ change, entity, ...row }) => ({ ...row, doc: eventText({ ...row, change, entity }) }));
}

/** Position of the first event that is not older than this time, in milliseconds; undefined if there is none. */
export async function firstPositionSince(sql: Sql, at: number): Promise<number | undefined> {
  // Times never decrease along positions, so the first by time is the first by position among those of its time.
  const row = await sql.get<{ position: number | null }>(
    `select min(position) as position from change_event where position is not null
      and at = (select min(at) from change_event where at >= $1 and position is not null)`,
    [at],
  );
  return row?.position ?? undefined;
}
