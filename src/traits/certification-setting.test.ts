import { expect, it } from 'vitest';
import { endOfPeriod } from './certification-setting.js';

it.each([
  ['2026-01-31T10:00:00.000Z', 'P1M', '2026-02-28T10:00:00.000Z'],
  ['2024-02-29T10:00:00.000Z', 'P1Y', '2025-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 'P30D', '2026-03-02T10:00:00.000Z'],
  ['2026-11-28T10:00:00.000Z', 'P1Y2M1W3D', '2028-02-07T10:00:00.000Z'],
  ['2026-03-28T23:30:00.000Z', 'P1D', '2026-03-29T23:30:00.000Z'],
])('%s and %s end at %s', (from, period, end) => {
  expect(new Date(endOfPeriod(Date.parse(from), period)).toISOString()).toBe(end);
});
