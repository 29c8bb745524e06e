import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPace, createTurns } from './pace.js';

/** How often works that never stop by themselves hold the thread, in each round of the loop. */
async function heldPerRound(next?: () => Promise<void>): Promise<number> {
  let [now, held, most] = [0, 0, 0];
  let on = true;
  const work = async () => {
    const pace = createPace(() => now, next);
    while (on) {
      held++;
      now += 10;
      await pace.turn();
    }
  };
  const works = Promise.all(Array.from({ length: 5 }, work));
  for (let round = 0; round < 20; round++) {
    held = 0;
    await setImmediate();
    most = Math.max(most, held);
  }
  on = false;
  await works;
  return most;
}

it('gives others a turn when work has held the thread for a while', async () => {
  let now = 0;
  const pace = createPace(() => now);
  expect(pace.turn()).toBeUndefined();
  now += 10;
  await expect(pace.turn()).resolves.toBeUndefined();
  expect(pace.turn()).toBeUndefined();
});

it('of works that share turns is that of one', async () => {
  expect(await heldPerRound()).toBeGreaterThan(3);
  expect(await heldPerRound(createTurns())).toBeLessThanOrEqual(2);
});
