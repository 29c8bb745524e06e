/** What a feature declares to follow the change events. */
import type { Context } from '../context/index.js';
import type { PlacedEventRow, Sql, Store } from '../storage/index.js';

/** The transaction that moves the cursor of a reader. The `Scope` of the catalog is one. */
export interface ReaderScope {
  sql: Sql;
}

export interface ReaderDeps {
  /** A snapshot, for what a handler looks up. */
  read: Store['read'];
  context: Context;
  /** Fires when the server stops or another one takes the reader over. */
  signal: AbortSignal;
}

/** Follows the change events from the oldest on; each is handled by one server, and the cursor is stored. */
export interface EventReader<S extends ReaderScope = ReaderScope> {
  /** Unique; its cursor is stored under it. */
  name: string;
  scope: 'once';
  /** Most events of one call. */
  batch: number;
  /**
   * Gets events in their order, at least once: again after an error, or when the server ended meanwhile. What it returns runs in the
   * transaction that moves the cursor behind them, so that this work is kept exactly once.
   */
  handle(events: readonly PlacedEventRow[], deps: ReaderDeps): Promise<((scope: S) => Promise<void>) | void>;
}
