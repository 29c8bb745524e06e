import { expect, test } from 'vitest';
import { createTimeOrderedIds } from './time-ordered-id.js';

test('ids are UUIDs of version 7, unique and in the order they were made, whatever the clock does', () => {
  const times = [1_700_000_000_000, 1_700_000_000_000, 1_699_999_999_999, 1_700_000_000_001];
  let calls = 0;
  const next = createTimeOrderedIds(() => times[Math.floor(calls++ / 3000)] ?? 1_700_000_000_002);
  const ids = Array.from({ length: 15_000 }, next);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});
