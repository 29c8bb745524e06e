/** What a feature declares in order to follow change events. */
import type { Context } from '../context/index.js';
import type { PlacedEventRow, Sql, Store } from '../storage/index.js';

/** The transaction that moves a reader's cursor. The catalog's `Scope` is one. */
export interface ReaderScope {
  sql: Sql;
}

export interface ReaderDeps {
  /** Runs queries of the handler in a snapshot. */
  read: Store['read'];
  context: Context;
  /** Aborted when the server stops or another server takes over the reader. */
  signal: AbortSignal;
}

/**
 * Follows the change events in order. One server at a time runs a reader, and its cursor is stored. `S` is the scope
 * of writes, `Scope` in the feature modules.
 */
export interface EventReader<S extends ReaderScope = ReaderScope> {
  /** Unique name, used for the cursor, the lease and the metric. Letters, digits, `.`, `-` and `_`. */
  name: string;
  /** Maximum number of events per call of `handle`. */
  batch: number;
  /** For handlers that need no `entity` in the texts of the events: these are then a fraction of the size. */
  withoutEntity?: boolean;
  /**
   * Where a reader without a cursor starts: `now` (the default), at the first event after its first start, or
   * `oldest`.
   */
  from?: 'now' | 'oldest';
  /**
   * Runs outside any transaction, so its own side effects happen **at least once**: it receives the same events again
   * after an error or a crash. The function it returns runs in the transaction that moves the cursor past these
   * events, so its writes take effect **exactly once**. A handler that only writes to the database returns all of its
   * work; one that calls external services does so in `handle`, and must make these calls idempotent.
   */
  handle(events: readonly PlacedEventRow[], deps: ReaderDeps): Promise<((scope: S) => Promise<void>) | void>;
}
