/**
 * The search port. A query and the rights of its reader are both conditions (`condition.ts`), built before an engine
 * is called; an engine translates conditions to its index and returns hits, counts and suggestions. All engines return
 * the same results: `test/search` runs against each of them.
 */
import type { HitPlace, SearchHit, SearchSort, SqlValue } from '../../storage/index.js';
import type { Condition } from '../query/condition.js';

/** Hits that are counted unless a request asks for all; an engine may stop there. */
export const COUNTED_HITS = 10_000;

export type SortedHit = SearchHit & { value: SqlValue };

/**
 * Counts of hits by field and value, as it is written. Documents without own owners (`o`) or domains (`d`) count under those of their
 * container.
 */
export type Tally = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The labels that others bring with them: ids of tags by id of the term that has them; terms without any are left out. */
export type DerivedLabels = (labelIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/** The documents that a condition selects. */
export interface Found {
  readonly condition: Condition;
  /** The number of hits; with `isMore` it is `COUNTED_HITS` and there are more. */
  readonly total: number;
  readonly isMore: boolean;
  /**
   * Of all hits; with `isMore`, of the first `COUNTED_HITS`. With `derived`, hits count under the labels that their
   * terms bring, too.
   */
  tally(derived?: DerivedLabels): Promise<Tally>;
  /** The hits that also meet another condition. */
  narrowed(condition: Condition): Promise<Found>;
  /** The first hits by weight, then document id; with `isMore`, of the first `COUNTED_HITS`. */
  lightest(limit: number): Promise<SearchHit[]>;
  /** The first hits by weight, then document id, of all hits behind a position; null is the beginning. */
  lighter(after: HitPlace | null, limit: number): Promise<SearchHit[]>;
  /** Like `lightest`, of the hits that also meet another condition; where very many do, of the first few thousand. */
  lightestOf(condition: Condition, limit: number): Promise<SearchHit[]>;
  sorted(sort: SearchSort, page: { offset: number; limit: number }): Promise<SortedHit[]>;
  /** `<type> <parts>` of all hits, one per line, the parts as JSON text (`part-fields.ts`). */
  partLines(): Promise<string>;
}

export interface FindOptions {
  /** Counts all hits, however many there are: takes time proportional to their number. */
  readonly exact?: boolean;
}

export interface SearchEngine {
  /** Types that have documents; null where unknown. */
  readonly types: readonly string[] | null;
  find(condition: Condition, options?: FindOptions): Promise<Found>;
  /**
   * The first documents by weight that meet the condition and whose whole name begins with a folded text; considers
   * only the first few names in order.
   */
  beginning(prefix: string, condition: Condition, limit: number): Promise<SearchHit[]>;
  /**
   * The next hits by document id behind the id `after`; there may be fewer than `limit`, or none. `next` is where to
   * continue, also in another snapshot; null at the end.
   */
  after(condition: Condition, after: number, limit: number): Promise<{ hits: SearchHit[]; next: number | null }>;
}
