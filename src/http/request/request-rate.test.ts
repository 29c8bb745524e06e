import { expect, test } from 'vitest';
import { createRequestRate } from './request-rate.js';

const DAY = 86_400_000;

test('counts requests per caller and minute', () => {
  let now = 120_000;
  const rate = createRequestRate(2, () => now);
  expect([rate.take('a'), rate.take('a'), rate.take('a'), rate.take('b')]).toEqual([0, 0, 60, 0]);
  now += 45_000;
  expect(rate.take('a')).toBe(15);
  now += 15_000;
  expect(rate.take('a')).toBe(0);
});

test('never requires more than a minute of waiting if the clock is set back', () => {
  let now = 40 * DAY;
  const rate = createRequestRate(1, () => now);
  rate.take('a');
  expect(rate.take('a')).toBeGreaterThan(0);
  now = 0;
  expect(rate.take('a')).toBe(0);
  expect(rate.take('a')).toBeLessThanOrEqual(60);
});

test('drops the oldest callers when there are too many', () => {
  const rate = createRequestRate(1, () => 0, 2);
  expect(['a', 'b', 'c', 'c', 'a'].map((caller) => rate.take(caller) > 0)).toEqual([false, false, false, true, false]);
});
