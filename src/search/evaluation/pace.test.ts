import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPace, createTurns } from './pace.js';

/** The most that tasks which never yield by themselves hold the thread in one round of the event loop. */
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

it('yields to others when work has held the thread for a while', async () => {
  let now = 0;
  const pace = createPace(() => now);
  expect(pace.turn()).toBeUndefined();
  now += 10;
  await expect(pace.turn()).resolves.toBeUndefined();
  expect(pace.turn()).toBeUndefined();
});

it('holds the thread no longer for several tasks that share turns than for one', async () => {
  expect(await heldPerRound()).toBeGreaterThan(3);
  expect(await heldPerRound(createTurns())).toBeLessThanOrEqual(2);
});
