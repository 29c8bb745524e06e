import { setImmediate } from 'node:timers/promises';
import type { Sql, Store } from '../../port.js';
import { rangeConditions } from '../lists/list-range.js';
import { createParameters } from '../parameters.js';
import { type EntityQuery, type ListPlace, rowConditions, sliceSize, statesOf } from './entity-query.js';

/** Where a count resumes. */
export interface CountPlace {
  state: number;
  /** Absent at the beginning of a state. */
  after?: ListPlace;
}

export interface CountSlice {
  count: number;
  /** null if the count is complete. */
  next: CountPlace | null;
}

/** The start of a count. */
export function firstPosition(query: EntityQuery): CountPlace {
  return { state: statesOf(query)[0]! };
}

/**
 * Counts the entities of a query, in slices so that other work can run in between. Each slice sees the latest
 * committed state.
 */
export async function countEntities(read: Store['read'], query: EntityQuery): Promise<number> {
  let total = 0;
  let place: CountPlace | null = firstPosition(query);
  while (place) {
    const from: CountPlace = place;
    const slice = await read((sql) => countSlice(sql, query, from));
    total += slice.count;
    place = slice.next;
    if (place) await setImmediate();
  }
  return total;
}

/** The same within one snapshot. */
export async function countNow(sql: Sql, query: EntityQuery): Promise<number> {
  let total = 0;
  let place: CountPlace | null = firstPosition(query);
  while (place) {
    const slice: CountSlice = await countSlice(sql, query, place);
    total += slice.count;
    place = slice.next;
  }
  return total;
}

/** Counts one slice of a query from a place on; all of a state where statements do not block the thread. */
export async function countSlice(sql: Sql, query: EntityQuery, place: CountPlace, size?: number): Promise<CountSlice> {
  const rows = size ?? sliceSize(query, sql.dialect);
  const end = rows === null ? null : await sliceEnd(sql, query, place, rows);
  const parameters = createParameters();
  const conditions = [
    rangeConditions(query, place.state, { after: place.after, upTo: end ?? undefined }, sql.dialect, parameters),
    ...rowConditions(query, sql.dialect, parameters),
  ];
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from entity e where ${conditions.join(' and ')}`,
    parameters.values,
  );
  return { count: row?.count ?? 0, next: end ? { state: place.state, after: end } : nextState(query, place.state) };
}

function nextState(query: EntityQuery, state: number): CountPlace | null {
  const states = statesOf(query);
  const next = states[states.indexOf(state) + 1];
  return next === undefined ? null : { state: next };
}

async function sliceEnd(sql: Sql, query: EntityQuery, place: CountPlace, size: number): Promise<ListPlace | null> {
  const parameters = createParameters();
  const key = sql.dialect.sortKey('e');
  const range = rangeConditions(query, place.state, { after: place.after }, sql.dialect, parameters);
  const row = await sql.get<ListPlace>(
    `select ${key} as key, e.id from entity e where ${range}
      order by ${key}, e.id limit 1 offset ${parameters.add(size - 1)}`,
    parameters.values,
  );
  return row ?? null;
}
