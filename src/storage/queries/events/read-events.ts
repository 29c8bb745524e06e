import type { Sql } from '../../port.js';
import type { EventRow } from '../../rows.js';
import { createParameters } from '../parameters.js';
import { eventText } from './event-text.js';

/** An event with its complete text in `doc`. */
export type PlacedEventRow = Omit<EventRow, 'change' | 'entity'> & { position: number };

export interface EventQuery {
  /** Events after this position; 0 for all. */
  after: number;
  /** Events up to this position. */
  upTo?: number;
  limit: number;
  /** Entity types. */
  types?: readonly string[];
  kinds?: readonly string[];
  /** Leaves the entity, the largest member by far, out of the texts. */
  withoutEntity?: boolean;
  /** Milliseconds, both bounds inclusive. */
  since?: number;
  until?: number;
  /** Bytes after which the rows end early: events of long texts are thousands of times as large as others. */
  text?: number;
}

/** For readers that show or handle events a slice at a time. */
export const TEXT_OF_SLICE = 8 * 1024 * 1024;

/** Whether others may follow the rows that a query found. */
export function hasMoreEvents(
  rows: readonly Pick<EventRow, 'doc'>[],
  { limit, text = Number.POSITIVE_INFINITY }: Pick<EventQuery, 'limit' | 'text'>,
): boolean {
  if (rows.length >= limit) return true;
  const characters = rows.reduce((sum, { doc }) => sum + doc.length, 0);
  return characters * 3 >= text; // a character has at most three bytes
}

export const EVENT_COLUMNS = 'position, id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change';

/** Events with a position, in order. */
export async function readEvents(sql: Sql, query: EventQuery): Promise<PlacedEventRow[]> {
  const parameters = createParameters(query.after);
  const list = (values: readonly string[]) => sql.dialect.list(parameters.add(JSON.stringify(values)));
  const conditions = ['position > $1'];
  if (query.upTo !== undefined) conditions.push(`position <= ${parameters.add(query.upTo)}`);
  if (query.types) conditions.push(`entity_type in ${list(query.types)}`);
  if (query.kinds) conditions.push(`kind in ${list(query.kinds)}`);
  if (query.since !== undefined) conditions.push(`at >= ${parameters.add(query.since)}`);
  if (query.until !== undefined) conditions.push(`at <= ${parameters.add(query.until)}`);
  const limit = parameters.add(query.limit);
  if (query.text !== undefined) {
    const size = sizeOfEvent(query.withoutEntity === true);
    const sized = `select position, ${size} as size from change_event where ${conditions.join(' and ')} order by position limit ${limit}`;
    conditions.push(`position <= (${endWithin(sized, parameters.add(query.text))})`);
  }
  const rows = await sql.all<EventRow & { position: number }>(
    `select ${EVENT_COLUMNS}, ${query.withoutEntity ? 'null as entity' : 'entity'} from change_event where ${conditions.join(' and ')}
      order by position limit ${limit}`,
    parameters.values,
  );
  return rows.map(({ change, entity, ...row }) => ({ ...row, doc: eventText({ ...row, change, entity }) }));
}

/** Bytes of the complete text, as far as they are read; counted without reading them. */
export function sizeOfEvent(withoutEntity: boolean): string {
  const entity = withoutEntity ? '' : ' + coalesce(octet_length(entity), 0)';
  return `octet_length(doc) + 2 * coalesce(octet_length(change), 0)${entity}`;
}

/** The last position that fits into the text; of the first row in any case. */
function endWithin(sized: string, text: string): string {
  return `select coalesce(max(position), 0) from (
    select position, sum(size) over (order by position) - size as earlier from (${sized}) as sized) as summed where earlier < ${text}`;
}

/** Position of the newest event; 0 if there never was one. */
export async function lastPosition(sql: Sql): Promise<number> {
  const row = await sql.get<{ position: number | null }>('select max(position) as position from change_event');
  return row?.position ?? 0;
}

/** Position of the oldest event that is kept; 0 if there is none. */
export async function oldestPosition(sql: Sql): Promise<number> {
  const row = await sql.get<{ position: number | null }>('select min(position) as position from change_event');
  return row?.position ?? 0;
}

/** Position of the newest event that no alert needs any more. */
const NEEDED = `select coalesce(min(needed), 9007199254740991) from (
  select min(position) as needed from alert_lane where exists (select 1 from alert_cursor where state = 'lane'
    and alert_cursor.share = alert_lane.share and alert_cursor.every = alert_lane.every and alert_cursor.batch = alert_lane.batch)
  union all select min(position) from alert_cursor where state = 'behind'
  union all select min(position) - 1 from alert_delivery where state = 'pending') as reading`;

/**
 * Removes up to `limit` events older than `at` that have a position, and returns how many. Keeps the newest event, and
 * all that one of `readers` has not handled, an enabled alert has not read or that are to be delivered. The oldest go first,
 * so that what is kept has no gap.
 */
export function deleteEventsBefore(
  tx: Sql,
  { at, readers = [], limit = 1000 }: { at: number; readers?: readonly string[]; limit?: number },
): Promise<number> {
  return tx.run(
    `delete from change_event where position in (
      select position from change_event where at < $1 and position < (select max(position) from change_event)
        and not exists (select 1 from event_cursor where reader in ${tx.dialect.list('$2')}
          and event_cursor.position < change_event.position)
        and position <= (${NEEDED}) order by position limit $3)`,
    [at, JSON.stringify(readers), limit],
  );
}
