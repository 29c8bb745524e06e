import type { Dialect } from '../../port.js';
import { type Inside, type ListCondition, listCondition, memberCondition } from '../list-condition.js';
import { createParameters, type Parameters } from '../parameters.js';
import { filterCondition, type RowFilter } from '../row-filter.js';

/** Selects entities of a type; the same for a page and for its total. */
export interface EntityQuery {
  type: string;
  /** Default: those that are not deleted. Entities being permanently removed are never included. */
  include?: 'non-deleted' | 'deleted' | 'all';
  /** Only inside this container. */
  below?: Inside;
  parentId?: string;
  conditions?: readonly ListCondition[];
  /** What the reader may see. */
  filter?: RowFilter;
}

/** A position in a listing. `key` is the name of the last row, or the prefix that listings sort by. */
export interface ListPlace {
  key: string;
  id: string;
}

/** The deletion states that a query includes. */
export function statesOf(query: Pick<EntityQuery, 'include'>): readonly number[] {
  if (query.include === 'all') return [0, 1];
  return query.include === 'deleted' ? [1] : [0];
}

/** Conditions that have to read each row; empty if there are none. */
export function rowConditions(query: EntityQuery, dialect: Dialect, parameters: Parameters): string[] {
  const parts = query.parentId === undefined ? [] : [`e.parent_id = ${parameters.add(query.parentId)}`];
  if (query.below && query.below.id !== null) parts.push(memberCondition(query.below.id, 'e', parameters));
  for (const condition of query.conditions ?? []) parts.push(listCondition(condition, 'e', dialect, parameters));
  if (query.filter && query.filter.kind !== 'all') parts.push(filterCondition(query.filter, 'e', dialect, parameters));
  return parts;
}

// Number of rows that an index scan, reading each row, handles in a few milliseconds.
const PLAIN_SLICE = 50_000;
const FILTERED_SLICE = 2_000;

/** Maximum number of rows per statement; null where statements do not block the thread. */
export function sliceSize(query: EntityQuery, dialect: Dialect): number | null {
  if (!dialect.blocking) return null;
  // Names are excluded by the index that is scanned anyway.
  const conditions = query.conditions?.filter((condition) => !leavesOutByName(condition)) ?? [];
  return rowConditions({ ...query, conditions }, dialect, createParameters()).length === 0
    ? PLAIN_SLICE
    : FILTERED_SLICE;
}

function leavesOutByName(condition: ListCondition): boolean {
  return condition.by === 'notBelow' && condition.containers.every(({ id }) => id === null);
}
