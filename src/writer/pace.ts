/** How much background work takes on at a time, learned from how long it took the last times. */
export interface Pace {
  /** How many the next piece may have. */
  size(): number;
  took(count: number, milliseconds: number): void;
}

const FIRST = 25;
const LEAST = 20;
/** How much of what is known comes from the last piece. */
const NEWEST = 0.3;

/** `target`: milliseconds that a piece should take. */
export function createPace({ target, most }: { target: number; most: number }): Pace {
  const clamped = (size: number) => Math.max(Math.min(LEAST, most), Math.min(most, Math.round(size)));
  let size = clamped(FIRST);
  let each: number | null = null;
  return {
    size: () => size,
    took(count, milliseconds) {
      if (count === 0) return;
      const measured = milliseconds / count;
      each = each === null ? measured : each * (1 - NEWEST) + measured * NEWEST;
      // No more than twice as many: what a piece takes does not always grow as evenly.
      size = clamped(Math.min(each > 0 ? target / each : most, size * 2));
    },
  };
}
