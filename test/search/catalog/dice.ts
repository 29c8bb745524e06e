/** Chance that is the same every time. */
export interface Dice {
  /** Below one. */
  next(): number;
  /** Comes true in so many of a hundred cases. */
  percent(chance: number): boolean;
  pick<T>(of: readonly T[]): T;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    percent: (chance) => next() * 100 < chance,
    pick: (of) => of[Math.floor(next() * of.length)] as (typeof of)[number],
  };
}
