/** How much background work to do at a time, adapted to how long it took before. */
export interface Pace {
  /** Maximum size of the next piece. */
  size(): number;
  took(count: number, milliseconds: number): void;
}

const FIRST = 25;
const LEAST = 10;
/** Weight of the newest measurement in the moving average. */
const NEWEST = 0.3;

/** `target`: intended duration of a piece in milliseconds. */
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
      // At most doubles: the cost of a piece does not always grow linearly.
      size = clamped(Math.min(each > 0 ? target / each : most, size * 2));
    },
  };
}
