// The change log. Events are appended in the transaction of the write they describe, and are read by position only. A
// new position is always higher than every existing one, so readers never miss an event of a concurrent writer.
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
  /** Events after a position, in order; at most `limit`. */
  read(query: EventQuery): Promise<PlacedEventRow[]>;
  /** Position of the newest event that readers can see; 0 if there is none. */
  last(): Promise<number>;
  /** Events without a position yet; always none where positions are assigned at insert. */
  lag(): Promise<EventLag>;
}

/** Appends events in the given order. Must be the last step of a write, after its rows are written. */
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

/** A background job, in the shape that `jobs/` expects. */
export interface EventJob {
  name: string;
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}

const DELETED_AT_ONCE = 500;

/**
 * Removes events older than `keepMs` in small transactions. Keeps the newest event, and all that one of `readers` has
 * not handled yet.
 */
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
  /** Names of the readers that have a stored cursor. */
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
