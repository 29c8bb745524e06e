import { setImmediate } from 'node:timers/promises';

/** Long work in one thread: gives others a turn when it has held it for a while. */
export interface Pace {
  turn(): Promise<void> | undefined;
}

const HELD = 10;

/** `next`: ends when the work may go on. */
export function createPace(now: () => number, next: () => Promise<unknown> = () => setImmediate()): Pace {
  let began = now();
  return {
    turn() {
      if (now() - began < HELD) return undefined;
      return next().then(() => {
        began = now();
      });
    },
  };
}

/** For the paces of works that go on at once: a turn of one of them each time others had theirs, so that they add up to no more than one. */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
