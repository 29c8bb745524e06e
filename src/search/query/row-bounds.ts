/** Times and versions as rows store them: integers, versions in tenths. Pure. */

import { catalogError } from '../../../contract/index.js';
import { type Condition, NOTHING } from './condition.js';
import type { SearchField } from './search-fields.js';
import { LIMITS, type SearchQuery } from './search-query.js';

export type TimeColumn = Extract<SearchField, { kind: 'time' }>['column'];

/** The bounds of a range; null means no bound. */
export type Bounds = Pick<Extract<SearchQuery, { kind: 'range' }>, 'low' | 'high'>;

/** Added to an exclusive bound: less than the distance between two times or versions. */
const OPEN_STEP = 0.01;

/** Rows within bounds; null means no bound. */
export function within(column: TimeColumn, low: Bounds['low'], high: Bounds['high']): Condition {
  const bounds = {
    low: low === null ? null : whole(column, low.value + (low.open ? OPEN_STEP : 0), Math.ceil),
    high: high === null ? null : whole(column, high.value - (high.open ? OPEN_STEP : 0), Math.floor),
  };
  return { kind: 'rows', condition: { kind: 'between', column, ...bounds } };
}

/** Rows with one of these numbers. A value that is not a number matches no row. */
export function withNumber(column: TimeColumn, values: readonly string[]): Condition {
  const numbers = values.filter((value) => value.trim() !== '').map(Number);
  const known = numbers.filter(Number.isFinite).flatMap((value) => {
    const low = whole(column, value, Math.ceil);
    return low === whole(column, value, Math.floor) ? [low] : [];
  });
  return known.length === 0 ? NOTHING : { kind: 'rows', condition: { kind: 'oneOf', column, values: known } };
}

/** Wraps conditions that scan rows and counts each distinct one. 400 above the limit per request. */
export function createRowConditions(): (condition: Condition) => Condition {
  const known = new Set<string>();
  return (condition) => {
    known.add(JSON.stringify(condition));
    if (known.size > LIMITS.throughRows)
      throw catalogError(
        'BAD_REQUEST',
        `a query may have at most ${LIMITS.throughRows} conditions on times, versions, custom properties and who changed something, and patterns of display names, names of parts and FQNs`,
      );
    return condition;
  };
}

function whole(column: TimeColumn, value: number, round: (value: number) => number): number {
  // Round to hundredths first: 0.7 × 10 is not exactly 7 in floating point.
  const scaled = column === 'version' ? Math.round(value * 1000) / 100 : value;
  return Math.min(Math.max(round(scaled), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
