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

/**
 * Follows the change events in their order. One server at a time runs a reader, and its cursor is stored. `S` is the scope of
 * writes, `Scope` in the modules of features.
 */
export interface EventReader<S extends ReaderScope = ReaderScope> {
  /** Unique; names the cursor, the lease and the metric. Letters, digits, `.`, `-` and `_`. */
  name: string;
  /** Maximum number of events per call of `handle`. */
  batch: number;
  /** Where a reader without a cursor begins: `now` (the default), before the first event after its first start, or `oldest`. */
  from?: 'now' | 'oldest';
  /**
   * Runs outside any transaction, so what it does itself happens **at least once**: it gets the same events again after an error
   * or when the server dies. The function that it returns runs in the transaction that moves the cursor past these events, so
   * what that writes is kept **exactly once**. A handler that only writes to the database returns all of its work; one that
   * calls the outside world does so in `handle`, in a way that can be repeated.
   */
  handle(events: readonly PlacedEventRow[], deps: ReaderDeps): Promise<((scope: S) => Promise<void>) | void>;
}
