// The change log: events are appended inside the write they tell of, and read by position only. What gets a position comes
// behind all that has one, so no reader misses a writer.
import {
  deleteCursor,
  deleteEventsBefore,
  type EventLag,
  type EventQuery,
  type EventRow,
  eventLag,
  getCursor,
  hasUnplacedEvents,
  insertEvents,
  lastPosition,
  type PlacedEventRow,
  placeEvents,
  putCursor,
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

/** How far a named reader of the log has come. */
export interface ReaderCursor {
  /** Position of the last event dealt with; 0 before the first. */
  get(): Promise<number>;
  /** In the transaction of what the reader did, so that both are kept or none. */
  move(tx: Sql, position: number): Promise<void>;
  forget(tx: Sql): Promise<void>;
}

export function createReaderCursor({ store, reader }: { store: Pick<Store, 'read'>; reader: string }): ReaderCursor {
  return {
    get: async () => (await store.read((sql) => getCursor(sql, reader))) ?? 0,
    move: (tx, position) => putCursor(tx, reader, position),
    forget: (tx) => deleteCursor(tx, reader),
  };
}

/** A piece of background work; the shape that the jobs room takes. */
export interface EventJob {
  name: string;
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}

const PLACED_AT_ONCE = 5000;

/** Gives positions to committed events; null where that is done at insert. To be run on one node at a time. */
export function createSequencer({ store, everyMs = 100 }: { store: Store; everyMs?: number }): EventJob | null {
  if (store.dialect.positionsAtInsert) return null;
  return {
    name: 'events.sequence',
    everyMs,
    async run(signal) {
      if (!(await store.read(hasUnplacedEvents))) return;
      while (!signal.aborted && (await store.write((tx) => placeEvents(tx, PLACED_AT_ONCE))) === PLACED_AT_ONCE);
    },
  };
}

const DELETED_AT_ONCE = 500;

/** Removes events older than `keepMs` in small transactions; the newest event stays. */
export function createEventRetention({
  store,
  now,
  keepMs,
  everyMs = 3_600_000,
}: {
  store: Pick<Store, 'write'>;
  now: () => number;
  keepMs: number;
  everyMs?: number;
}): EventJob {
  return {
    name: 'events.retention',
    everyMs,
    async run(signal) {
      const before = now() - keepMs;
      while (!signal.aborted) {
        const removed = await store.write((tx) => deleteEventsBefore(tx, before, DELETED_AT_ONCE));
        if (removed < DELETED_AT_ONCE) return;
      }
    },
  };
}
