import type { Dialect } from '../../port.js';
import { type Inside, type ListCondition, listCondition, memberCondition } from '../list-condition.js';
import { createParameters, type Parameters } from '../parameters.js';
import { filterCondition, type RowFilter } from '../row-filter.js';

/** Which entities of a type are meant; the same for a page and for its total. */
export interface EntityQuery {
  type: string;
  /** Default: those that are not deleted. Entities being removed for good are in none. */
  include?: 'non-deleted' | 'deleted' | 'all';
  /** Only inside this container. */
  below?: Inside;
  parentId?: string;
  conditions?: readonly ListCondition[];
  /** What the reader may see. */
  filter?: RowFilter;
}

/** A place in the order of a listing. `key` is the name of the last row, or its part that counts. */
export interface ListPlace {
  key: string;
  id: string;
}

/** States of deletion that a query means. */
export function statesOf(query: EntityQuery): readonly number[] {
  if (query.include === 'all') return [0, 1];
  return query.include === 'deleted' ? [1] : [0];
}

/** Conditions that look at each row; empty when there are none. */
export function rowConditions(query: EntityQuery, dialect: Dialect, parameters: Parameters): string[] {
  const parts = query.parentId === undefined ? [] : [`e.parent_id = ${parameters.add(query.parentId)}`];
  if (query.below && query.below.id !== null) parts.push(memberCondition(query.below.id, 'e', parameters));
  for (const condition of query.conditions ?? []) parts.push(listCondition(condition, 'e', dialect, parameters));
  if (query.filter && query.filter.kind !== 'all') parts.push(filterCondition(query.filter, 'e', dialect, parameters));
  return parts;
}

// Rows that a walk of the index, and a look at each row, take in a few milliseconds.
const PLAIN_SLICE = 50_000;
const FILTERED_SLICE = 2_000;

/** How many rows one statement may look at; null where statements do not hold the thread. */
export function sliceSize(query: EntityQuery, dialect: Dialect): number | null {
  if (!dialect.blocking) return null;
  // What is left out by name is left out by the index that is walked anyway.
  const conditions = query.conditions?.filter((condition) => !leavesOutByName(condition)) ?? [];
  return rowConditions({ ...query, conditions }, dialect, createParameters()).length === 0
    ? PLAIN_SLICE
    : FILTERED_SLICE;
}

function leavesOutByName(condition: ListCondition): boolean {
  return condition.by === 'notBelow' && condition.containers.every(({ id }) => id === null);
}
