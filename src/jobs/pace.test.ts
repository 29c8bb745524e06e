import { expect, test } from 'vitest';
import { createPace } from './pace.js';

/** The sizes of some pieces, whose entities take `each` milliseconds apiece. */
function sizes(each: (size: number) => number, most = 500, pieces = 30): number[] {
  const pace = createPace({ target: 6, most });
  return Array.from({ length: pieces }, () => {
    const size = pace.size();
    pace.took(size, size * each(size));
    return size;
  });
}

test('pieces grow or shrink to the target duration', () => {
  expect(sizes(() => 0.05).at(-1)).toBe(120);
  expect(sizes(() => 0.2).at(-1)).toBe(30);
});

test('pieces are neither larger than allowed nor too small to make progress', () => {
  expect(sizes(() => 0).at(-1)).toBe(500);
  expect(sizes(() => 0.001, 40).at(-1)).toBe(40);
  expect(sizes(() => 9).at(-1)).toBe(10);
  expect(sizes(() => 9, 3).at(-1)).toBe(3);
});

test('pieces at most double, even if the first took no time', () => {
  expect(sizes(() => 0, 500, 4)).toEqual([25, 50, 100, 200]);
});

test('pieces of large items begin small and can be a single one', () => {
  const pace = createPace({ target: 8, most: 50, least: 1, first: 2 });
  const sizes = Array.from({ length: 4 }, () => {
    const size = pace.size();
    pace.took(size, size * 30);
    return size;
  });
  expect(sizes).toEqual([2, 1, 1, 1]);
});
