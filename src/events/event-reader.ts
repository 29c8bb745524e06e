/** What a feature declares to follow the change events. */
import type { Context } from '../context/index.js';
import type { PlacedEventRow, Sql, Store } from '../storage/index.js';

/** The transaction that moves the cursor of a reader. The `Scope` of the catalog is one. */
export interface ReaderScope {
  sql: Sql;
  /** Tells the threads of this server, after the commit, which of their caches are stale. */
  mark(mark: never): void;
}

export interface ReaderDeps {
  /** A snapshot, for what a handler looks up. */
  read: Store['read'];
  context: Context;
  /** Fires when the server stops or another one takes the reader over. */
  signal: AbortSignal;
}

interface ReaderBase {
  /** Unique; names the cursor, the lease and the metric. Letters, digits, `.`, `-` and `_`. */
  name: string;
  /** Most events of one call of `handle`. */
  batch: number;
}

/**
 * Each event is handled by one server, and the cursor is stored.
 *
 * `handle` gets events in their one order and runs outside of any transaction: what it does itself is done **at least once**, as it
 * gets the same events again when it throws or the server dies. What it returns runs in the transaction that moves the cursor behind
 * these events: that is kept **exactly once**. A handler that only writes to the database returns all of its work; one that calls the outside
 * world does so in `handle`, in a way that may be repeated.
 */
export interface OnceReader<S extends ReaderScope = ReaderScope> extends ReaderBase {
  scope: 'once';
  /** Where a reader begins that has no cursor yet. Default: `now`, behind the newest event. */
  from?: 'now' | 'oldest';
  handle(events: readonly PlacedEventRow[], deps: ReaderDeps): Promise<((scope: S) => Promise<void>) | void>;
}

/**
 * Each server handles all events from its start on, for the invalidation of caches; the cursor is in memory. `mark` reaches every
 * thread of this server. A handler that throws gets the same events again.
 */
export interface EverywhereReader<S extends ReaderScope = ReaderScope> extends ReaderBase {
  scope: 'everywhere';
  handle(events: readonly PlacedEventRow[], deps: ReaderDeps & Pick<S, 'mark'>): Promise<void>;
}

/** Follows the change events; `S` is the scope of writes, `Scope` in the rooms of features. */
export type EventReader<S extends ReaderScope = ReaderScope> = OnceReader<S> | EverywhereReader<S>;
