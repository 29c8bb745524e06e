import { expect, test } from 'vitest';
import { createComparisons } from './comparisons.js';

test('limits parallel runs, queues the rest in order, and refuses when the queue is full', async () => {
  const comparisons = createComparisons({ atOnce: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (n: number) => async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    order.push(n);
    if (n === 1) throw new Error('fails');
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((n) => comparisons.run(work(n))));
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, false]);
  expect(results[5]).toMatchObject({ reason: { status: 429, retryAfterSeconds: 1 } });
  await comparisons.run(work(6));
  expect(order.at(-1)).toBe(6);
});
