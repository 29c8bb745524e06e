import { setImmediate } from 'node:timers/promises';

/** Yields the event loop when long work has held it for a while. */
export interface Pace {
  turn(): Promise<void> | undefined;
}

const HELD = 10;

/** `next` resolves when the work may continue. */
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

/**
 * For tasks that run at the same time: between two turns of the event loop only one of them continues, so together
 * they hold it no longer than one would.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
