/**
 * The search port. A query and the rights of its reader are both conditions (`condition.ts`), made before an engine is asked; an
 * engine translates conditions into what its index can do, and answers with hits, counts and suggestions. All engines give the
 * same answers: `test/search` runs against each of them.
 */
import type { HitPlace, SearchHit, SearchSort, SqlValue } from '../../storage/index.js';
import type { Condition } from '../query/condition.js';

/** Hits that are counted unless a request asks for all; an engine may look no further. */
export const COUNTED_HITS = 10_000;

export type SortedHit = SearchHit & { value: SqlValue };

/** Counts of hits by field and value. Owners (`o`) and domains (`d`) of those without their own are their container's. */
export type Tally = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What a condition selects. */
export interface Found {
  readonly condition: Condition;
  /** How many there are; with `isMore`, `COUNTED_HITS` of which there are more. */
  readonly total: number;
  readonly isMore: boolean;
  /** Of all hits; with `isMore`, of the first `COUNTED_HITS`. */
  tally(): Promise<Tally>;
  /** Those that meet another condition too. */
  narrowed(condition: Condition): Promise<Found>;
  /** The first by weight, then number; with `isMore`, of the first `COUNTED_HITS`. */
  lightest(limit: number): Promise<SearchHit[]>;
  /** The first by weight, then number, of all hits behind a place; null is the beginning. */
  lighter(after: HitPlace | null, limit: number): Promise<SearchHit[]>;
  /** As `lightest` of those that meet another condition too; where very many do, of the first some thousands. */
  lightestOf(condition: Condition, limit: number): Promise<SearchHit[]>;
  sorted(sort: SearchSort, page: { offset: number; limit: number }): Promise<SortedHit[]>;
  /** `<type> <parts>` of all hits, a line each, the parts as JSON text (`part-fields.ts`). */
  partLines(): Promise<string>;
}

export interface FindOptions {
  /** Counts all hits, however many there are: takes as long as there are hits. */
  readonly exact?: boolean;
}

export interface SearchEngine {
  /** Types that there are documents of; null where nobody knows. */
  readonly types: readonly string[] | null;
  find(condition: Condition, options?: FindOptions): Promise<Found>;
  /** Documents whose name as a whole begins with a folded text and that meet the condition, by weight; of the first few by name. */
  beginning(prefix: string, condition: Condition, limit: number): Promise<SearchHit[]>;
  /**
   * The next hits in the order of their numbers, behind the number `after`; there may be fewer than `limit`, or none. `next` is
   * where to go on, in a snapshot of its own; null at the end.
   */
  after(condition: Condition, after: number, limit: number): Promise<{ hits: SearchHit[]; next: number | null }>;
}
