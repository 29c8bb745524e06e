import { expect, it } from 'vitest';
import { createSnapshotCache } from './snapshot-cache.js';

const weigh = () => 1;
const shown = (state: string, quiet: string | null = null) => ({ state, quiet });

it('caches the values of one state', async () => {
  const cache = createSnapshotCache();
  const keep = (state: string, value: number) => cache.enter(shown(state))?.kept('name', async () => value, weigh);
  expect(await keep('1:1:', 1)).toBe(1);
  expect(await keep('1:1:', 2)).toBe(1);
  expect(await keep('1:2:', 3)).toBe(3);
  expect(await keep('1:1:', 4)).toBe(4);
});

it('outlives quiet transactions', async () => {
  const cache = createSnapshotCache();
  const keep = (state: string, quiet: string | null, value: number) =>
    cache.enter(shown(state, quiet))?.kept('name', async () => value, weigh);
  expect(await keep('10:10:', null, 1)).toBe(1);
  expect(await keep('12:12:', '10 11', 2)).toBe(1);
  expect(await keep('12:14:12', '11 13', 3)).toBe(1); // 12 is open
  expect(await keep('14:14:', '11 13', 4)).toBe(4); // 12 has ended, and was not quiet
  expect(await keep('15:15:', null, 5)).toBe(5);
  expect(await keep('14:14:', '11 13', 6)).toBe(6); // older
  expect(await keep('5000:5000:', '15', 7)).toBe(7); // too many to compare
});

it('caches nothing where states cannot be compared, or after a lost connection', async () => {
  const cache = createSnapshotCache();
  expect(cache.enter(shown(''))).toBeNull();
  await cache.enter(shown('1:1:'))?.kept('name', async () => 1, weigh);
  cache.clear();
  expect(await cache.enter(shown('1:1:'))?.kept('name', async () => 2, weigh)).toBe(2);
});

it('does not propagate the failure of another read', async () => {
  const state = createSnapshotCache().enter(shown('1:1:'));
  const failing = state?.kept('name', () => Promise.reject(new Error('lost')), weigh);
  const waiting = state?.kept('name', async () => 5, weigh);
  await expect(failing).rejects.toThrow('lost');
  expect(await waiting).toBe(5);
});

it('stays within its size limit', async () => {
  const state = createSnapshotCache(10).enter(shown('1:1:'));
  await state?.kept(
    'a',
    async () => 1,
    () => 20,
  );
  expect(await state?.kept('a', async () => 2, weigh)).toBe(2);
});

it('keeps what was used when it is full, and drops what was not', async () => {
  const state = createSnapshotCache(80).enter(shown('1:1:'));
  const keep = (name: string, value: number) =>
    state?.kept(
      name,
      async () => value,
      () => 9,
    );
  for (let n = 0; n < 8; n++) await keep(`${n}`, n);
  expect(await keep('1', -1)).toBe(1);
  await keep('8', 8);
  expect([await keep('1', -1), await keep('8', -1), await keep('0', -1)]).toEqual([1, 8, -1]);
});
