import { expect, it } from 'vitest';
import { boundsOf, columnOf, historyOf } from './test-values.js';

it('reads the limits of a test', () => {
  const values = [
    { name: 'minValue', value: '900' },
    { name: 'maxValue', value: '' },
  ];
  expect(boundsOf(values)).toEqual({ least: 900, most: null });
  expect(boundsOf([{ name: 'columnCount', value: '5' }])).toEqual({ least: 5, most: 5 });
  expect(boundsOf([{ name: 'regex', value: '^a' }])).toEqual({ least: null, most: null });
});

it('makes a series of each figure, oldest first, with limits of their own', () => {
  const results = [
    { timestamp: 2, testResultValue: [{ name: 'rowCount', value: '7' }], minBound: 5 },
    { timestamp: 1, testResultValue: [{ name: 'text', value: 'x' }] },
  ];
  expect(historyOf(results, { least: 1, most: null })).toEqual({
    times: [1, 2],
    values: [{ name: 'rowCount', values: [null, 7] }],
    least: [1, 5],
    most: [null, null],
  });
});

it('finds the column of a test', () => {
  expect(columnOf('<#E::table::a.b::columns::order id>')).toBe('order id');
  expect(columnOf('<#E::table::a.b>')).toBeUndefined();
});
