import { setImmediate } from 'node:timers/promises';

/** Long work in one thread: gives others a turn when it has held it for a while. */
export interface Pace {
  turn(): Promise<void> | undefined;
}

const HELD = 10;

export function createPace(now: () => number): Pace {
  let began = now();
  return {
    turn() {
      if (now() - began < HELD) return undefined;
      return setImmediate().then(() => {
        began = now();
      });
    },
  };
}
