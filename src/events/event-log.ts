// The change log: events are appended inside the write they tell of, and read by position only. What gets a position comes
// behind all that has one, so no reader misses a writer.
import {
  deleteEventsBefore,
  type EventLag,
  type EventQuery,
  type EventRow,
  eventLag,
  insertEvents,
  lastPosition,
  type PlacedEventRow,
  readEvents,
  type Sql,
  type Store,
} from '../storage/index.js';

export interface EventLog {
  /** Events behind a position in their one order; at most `limit`. */
  read(query: EventQuery): Promise<PlacedEventRow[]>;
  /** Position of the newest event that readers can see; 0 when there is none. */
  last(): Promise<number>;
  /** Events that wait for their position: always none where positions are given at insert. */
  lag(): Promise<EventLag>;
}

/** Appends events in the given order; the last step of a write, after its rows are written. */
export async function appendEvents(tx: Sql, events: readonly EventRow[]): Promise<void> {
  await insertEvents(tx, events);
}

export function createEventLog({ store }: { store: Pick<Store, 'read'> }): EventLog {
  return {
    read: (query) => store.read((sql) => readEvents(sql, query)),
    last: () => store.read(lastPosition),
    lag: () => store.read(eventLag),
  };
}

/** A piece of background work, in the shape of `jobs/`. */
export interface EventJob {
  name: string;
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}

const DELETED_AT_ONCE = 500;

/** Removes events older than `keepMs` in small transactions. Keeps the newest event, and those that one of `readers` has yet to handle. */
export function createEventRetention({
  store,
  now,
  keepMs,
  readers = [],
  everyMs = 3_600_000,
}: {
  store: Pick<Store, 'write'>;
  now: () => number;
  keepMs: number;
  /** Names of readers with a stored cursor. */
  readers?: readonly string[];
  everyMs?: number;
}): EventJob {
  return {
    name: 'events.retention',
    everyMs,
    async run(signal) {
      const at = now() - keepMs;
      while (!signal.aborted) {
        const removed = await store.write((tx) => deleteEventsBefore(tx, { at, readers, limit: DELETED_AT_ONCE }));
        if (removed < DELETED_AT_ONCE) return;
      }
    },
  };
}
