import { expect, it } from 'vitest';
import { countNumbers } from './count-numbers.js';

const counted = (...numbers: number[]) => {
  const { values, counts } = countNumbers(Float64Array.from(numbers));
  return [...values].map((value, i) => [value, counts[i]]);
};

it('counts numbers in the order in which they occur first', () => {
  expect(counted()).toEqual([]);
  expect(counted(7)).toEqual([[7, 1]]);
  expect(counted(5, 0, 5, 3, 0, 5)).toEqual([
    [5, 3],
    [0, 2],
    [3, 1],
  ]);
});

it('tells numbers apart that fall into the same slot', () => {
  const far = 2 ** 32;
  expect(counted(1, 1 + far, 1 + 2 * far, 1)).toEqual([
    [1, 2],
    [1 + far, 1],
    [1 + 2 * far, 1],
  ]);
});

it('counts as many as a map does', () => {
  const numbers = Array.from({ length: 5_000 }, (_, i) => (i * i) % 1_237);
  const expected = new Map<number, number>();
  for (const number of numbers) expected.set(number, (expected.get(number) ?? 0) + 1);
  expect(counted(...numbers)).toEqual([...expected]);
});
