import { expect, test } from 'vitest';
import { currentTries, remainingWait, waitAfter } from './login-waits.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('waits grow up to a maximum, which is lowest for a name alone', () => {
  expect([4, 5, 6, 11, 12, 5000].map((tries) => waitAfter('pair', tries, null) / 1000)).toEqual([
    0, 10, 20, 640, 900, 900,
  ]);
  expect([29, 30, 31, 5000].map((tries) => waitAfter('address', tries, null) / 1000)).toEqual([0, 10, 20, 900]);
  expect([4, 5, 6, 7, 8, 5000].map((tries) => waitAfter('name', tries, null) / 1000)).toEqual([0, 10, 20, 40, 60, 60]);
});

test('the setting applies to a name with its address, and slows down the name alone', () => {
  const block = { attempts: 2, wait: DAY };
  expect([1, 2, 9].map((tries) => waitAfter('pair', tries, block))).toEqual([0, DAY, DAY]);
  expect([1, 2, 9].map((tries) => waitAfter('name', tries, block))).toEqual([0, 10_000, 60_000]);
  expect(waitAfter('name', 9, { attempts: 2, wait: 3000 })).toBe(3000);
  expect(waitAfter('address', 9, block)).toBe(0);
});

test('attempts expire an hour after the last one, but not before their wait is over', () => {
  const tried = { tries: 9, last_at: 1000 };
  expect(currentTries('pair', tried, 999 + HOUR, null)).toEqual(tried);
  expect(currentTries('pair', tried, 1000 + HOUR, null).tries).toBe(0);
  const block = { attempts: 2, wait: DAY };
  expect(remainingWait('pair', currentTries('pair', tried, HOUR + 1000, block), HOUR + 1000, block)).toBe(DAY - HOUR);
});

test('a clock jump never makes a wait longer', () => {
  const future = { tries: 5, last_at: 40 * DAY };
  const now = currentTries('pair', future, 0, null);
  expect(now).toEqual({ tries: 5, last_at: 0 });
  expect(remainingWait('pair', future, 0, null)).toBe(10_000);
  expect(remainingWait('pair', now, 10_000, null)).toBe(0);
});
