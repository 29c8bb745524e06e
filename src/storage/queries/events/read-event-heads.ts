import type { Sql } from '../../port.js';
import type { EventRow } from '../../rows.js';
import { eventText } from './event-text.js';
import type { PlacedEventRow } from './read-events.js';

/** What an event is about, without its texts. */
export interface EventHead {
  position: number;
  kind: string;
  entity_type: string;
  entity_id: string;
}

/** The heads of events in order; cheap enough to pass many that nobody waits for. */
export function readEventHeads(
  sql: Sql,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<EventHead[]> {
  return sql.all<EventHead>(
    `select position, kind, entity_type, entity_id from change_event
      where position > $1 and position <= $2 order by position limit $3`,
    [after, upTo, limit],
  );
}

/** The event at a position; undefined if it is no longer kept. */
export async function getEvent(sql: Sql, position: number): Promise<PlacedEventRow | undefined> {
  const row = await sql.get<EventRow & { position: number }>(
    `select position, id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change, entity
      from change_event where position = $1`,
    [position],
  );
  if (!row) return undefined;
  const { change, entity, ...head } = row;
  return { ...head, doc: eventText({ ...head, change, entity }) };
}
