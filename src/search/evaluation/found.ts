/** What a condition selects: the same for every database. */
import type { HitPlace, SearchHit, SearchSort, SqlValue } from '../../storage/index.js';
import type { Condition } from '../condition.js';
import type { Decided } from './decide-combination.js';

export type SortedHit = SearchHit & { value: SqlValue };

export interface Found {
  readonly condition: Condition;
  readonly total: number;
  /** How many hits each combination of counted values has. */
  counts(): readonly { facet: number; count: number }[];
  /** Combinations, to read the counts by. */
  readonly decided: Decided;
  /** Those that meet another condition too. */
  narrowed(condition: Condition): Promise<Found>;
  /** The first by weight, then number. */
  lightest(limit: number): Promise<SearchHit[]>;
  /** The same behind a place; null is the beginning. */
  lighter(after: HitPlace | null, limit: number): Promise<SearchHit[]>;
  /** As `lightest` of those that meet another condition too; where very many do, of the first some thousands. */
  lightestOf(condition: Condition, limit: number): Promise<SearchHit[]>;
  sorted(sort: SearchSort, page: { offset: number; limit: number }): Promise<SortedHit[]>;
  /** Names of the parts of all hits as JSON text, a line each. */
  partLines(): Promise<string>;
}

export interface Evaluation {
  /** Types that there are documents of; null where nobody knows. */
  readonly types: readonly string[] | null;
  find(condition: Condition): Promise<Found>;
  /** Documents whose name as a whole begins with a folded text and that meet the condition, by weight; of the first few by name. */
  beginning(prefix: string, condition: Condition, limit: number): Promise<SearchHit[]>;
  /**
   * The next hits in the order of their numbers, behind the number `after`; there may be fewer than `limit`, or none. `next` is
   * where to go on, in a snapshot of its own; null at the end.
   */
  after(condition: Condition, after: number, limit: number): Promise<{ hits: SearchHit[]; next: number | null }>;
}
