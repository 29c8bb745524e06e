import { expect, it } from 'vitest';
import { dateOfDay, dayOfDate } from './usage-summary.js';

it('counts days from 1970', () => {
  expect(dateOfDay(0)).toBe('1970-01-01');
  expect(dayOfDate('1970-01-02')).toBe(1);
  expect(dateOfDay(dayOfDate('2024-02-29') as number)).toBe('2024-02-29');
  for (const text of ['2023-02-29', '2024-13-01', '24-01-01', 'today', '']) expect(dayOfDate(text)).toBeNull();
});
