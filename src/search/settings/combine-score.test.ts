import { expect, it } from 'vitest';
import { combineScore, valuePoints } from './combine-score.js';
import type { BoostMode, FieldValueBoost, ScoreMode } from './search-settings.js';

it.each<[ScoreMode, BoostMode, number]>([
  ['sum', 'sum', 15],
  ['avg', 'sum', 12.5],
  ['multiply', 'sum', 16],
  ['first', 'sum', 12],
  ['max', 'sum', 13],
  ['min', 'sum', 12],
  ['sum', 'multiply', 50],
  ['sum', 'replace', 5],
  ['sum', 'avg', 7.5],
  ['sum', 'max', 10],
  ['sum', 'min', 5],
])('combines points by %s and %s', (scoreMode, boostMode, expected) => {
  expect(combineScore(10, [2, 3], { scoreMode, boostMode })).toBe(expected);
  expect(combineScore(10, [], { scoreMode, boostMode })).toBe(10);
});

it.each<[Partial<FieldValueBoost>, unknown, number | null]>([
  [{}, 5, 10],
  [{ modifier: 'square' }, 3, 36],
  [{ modifier: 'sqrt' }, 8, 4],
  [{ modifier: 'log1p' }, 4.5, 1],
  [{ modifier: 'log2p' }, 4, 1],
  [{ modifier: 'ln1p' }, 0, 0],
  [{ modifier: 'reciprocal' }, 0, null],
  [{ modifier: 'ln' }, 0, null],
  [{ modifier: 'sqrt' }, -1, null],
  [{}, undefined, null],
  [{ missing: 4 }, undefined, 8],
  [{ missing: 4 }, 'text', 8],
  [{ condition: { range: { gt: 5 } } }, 5, null],
  [{ condition: { range: { gte: 5, lt: 6 } } }, 5, 10],
  [{ condition: { range: { lte: 4 } } }, 5, null],
])('%j of %j is %j', (boost, value, expected) => {
  expect(valuePoints({ stats: { count: value } }, { field: 'stats.count', factor: 2, ...boost })).toBe(expected);
});
