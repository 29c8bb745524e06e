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

export interface PaceOptions {
  /** Intended duration of a piece in milliseconds. */
  target: number;
  most: number;
  /** For work whose items can be large, of which a few may take longer than a piece. */
  least?: number;
  /** Size of the first piece, before anything is measured. */
  first?: number;
}

export function createPace({ target, most, least = LEAST, first = FIRST }: PaceOptions): Pace {
  const clamped = (size: number) => Math.max(Math.min(least, most), Math.min(most, Math.round(size)));
  let size = clamped(first);
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
