import { expect, it } from 'vitest';
import { durationOf } from './run-values.js';

it('takes the times of a run, and those of its tasks where it has none', () => {
  expect(durationOf({ timestamp: 1000, endTime: 4000 })).toBe(3000);
  expect(durationOf({ timestamp: 1000, endTime: 4000, taskStatus: [{ startTime: 500, endTime: 9000 }] })).toBe(3500);
  expect(durationOf({ timestamp: 1000, taskStatus: [{ startTime: 1000, endTime: 2000 }, { endTime: 6000 }] })).toBe(
    5000,
  );
});

it('knows no duration of what has not ended, or ended before it began', () => {
  expect(durationOf({ timestamp: 1000 })).toBeNull();
  expect(durationOf({ timestamp: 1000, taskStatus: [{ startTime: 1000 }] })).toBeNull();
  expect(durationOf({ timestamp: 1000, endTime: 900 })).toBeNull();
});
