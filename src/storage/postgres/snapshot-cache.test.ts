import { expect, it } from 'vitest';
import { createSnapshotCache } from './snapshot-cache.js';

const weigh = () => 1;

it('caches the values of one state', async () => {
  const cache = createSnapshotCache();
  const keep = (state: string, value: number) => cache.enter(state)?.kept('name', async () => value, weigh);
  expect(await keep('1:1:', 1)).toBe(1);
  expect(await keep('1:1:', 2)).toBe(1);
  expect(await keep('1:2:', 3)).toBe(3);
  expect(await keep('1:1:', 4)).toBe(4);
});

it('caches nothing where states cannot be compared, or after a lost connection', async () => {
  const cache = createSnapshotCache();
  expect(cache.enter('')).toBeNull();
  await cache.enter('1:1:')?.kept('name', async () => 1, weigh);
  cache.clear();
  expect(await cache.enter('1:1:')?.kept('name', async () => 2, weigh)).toBe(2);
});

it('does not propagate the failure of another read', async () => {
  const state = createSnapshotCache().enter('1:1:');
  const failing = state?.kept('name', () => Promise.reject(new Error('lost')), weigh);
  const waiting = state?.kept('name', async () => 5, weigh);
  await expect(failing).rejects.toThrow('lost');
  expect(await waiting).toBe(5);
});

it('stays within its size limit', async () => {
  const state = createSnapshotCache(10).enter('1:1:');
  await state?.kept(
    'a',
    async () => 1,
    () => 20,
  );
  expect(await state?.kept('a', async () => 2, weigh)).toBe(2);
});
