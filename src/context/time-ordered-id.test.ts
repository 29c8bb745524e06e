import { expect, test } from 'vitest';
import { createTimeOrderedIds, idAfter } from './time-ordered-id.js';

test('ids are UUIDs of version 7, unique and in the order they were made, whatever the clock does', () => {
  const times = [1_700_000_000_000, 1_700_000_000_000, 1_699_999_999_999, 1_700_000_000_001];
  let calls = 0;
  const next = createTimeOrderedIds(() => times[Math.floor(calls++ / 3000)] ?? 1_700_000_000_002);
  const ids = Array.from({ length: 15_000 }, next);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

test('an id after another is the id itself, or of the next millisecond', () => {
  const [early, late] = ['01a22c44-eb3b-7444-9f8c-f1ac3f2b5d10', '01a22c44-ffff-7abc-8f8c-f1ac3f2b5d10'];
  expect(idAfter(early, late)).toBe(late);
  expect(idAfter(late, early)).toBe('01a22c45-0000-7444-9f8c-f1ac3f2b5d10');
  expect(idAfter(late, late)).toBe('01a22c45-0000-7abc-8f8c-f1ac3f2b5d10');
});
