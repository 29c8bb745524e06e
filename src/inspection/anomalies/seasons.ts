/** What repeats every day or week: the median of the points at the same phase. */
import { median, medianWithout, sortedNumbers } from './quantiles.js';

export type Season = 'day' | 'week';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Fewer points at one phase say nothing about it. */
const LEAST_OF_PHASE = 4;

/** How points are compared: with those of the same phase of a period, each phase `width` milliseconds long. */
export interface Phases {
  seasons: readonly Season[];
  period: number;
  width: number;
}

/** From the simplest to the most detailed. Points closer than an hour share a phase. */
export const phases: readonly Phases[] = [
  { seasons: ['day'], period: DAY, width: HOUR },
  { seasons: ['week'], period: WEEK, width: DAY },
  { seasons: ['day', 'week'], period: WEEK, width: HOUR },
];

/** What a model says about a series. */
export interface Fit {
  /** The expected value at the target. */
  predicted: number;
  /** For each point, in order of time: how far it lies from what the other points say about it. */
  residuals: Float64Array;
}

export interface Series {
  times: ArrayLike<number>;
  values: Float64Array;
}

/** Every point is compared with all others. */
export function fitLevel({ values }: Series): Fit {
  const sorted = sortedNumbers(values);
  const ranks = ranksOf(values);
  return {
    predicted: median(sorted),
    residuals: values.map((value, i) => value - medianWithout(sorted, ranks[i] ?? 0)),
  };
}

/**
 * Every point is compared with the others of its phase. Phases are counted from the target, which lies in the middle of
 * its own, so that runs a few seconds early or late stay in theirs. Null if the history does not cover the period.
 */
export function fitPhases({ times, values }: Series, target: number, { period, width }: Phases): Fit | null {
  const count = period / width;
  const members: number[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < values.length; i++) {
    const phase = Math.round(((times[i] ?? 0) - target) / width) % count;
    members[(phase + count) % count]?.push(i);
  }
  const own = members[0] ?? [];
  const used = members.filter((list) => list.length >= LEAST_OF_PHASE);
  const covered = used.reduce((sum, list) => sum + list.length, 0);
  if (own.length < LEAST_OF_PHASE || used.length < 2 || covered < values.length * 0.8) return null;
  if (!spansPeriods(own, times, period)) return null;
  const residuals = new Float64Array(covered);
  const order: [index: number, residual: number][] = [];
  for (const list of used) {
    const part = Float64Array.from(list, (i) => values[i] ?? 0);
    const { residuals: apart } = fitLevel({ times, values: part });
    for (const [place, i] of list.entries()) order.push([i, apart[place] ?? 0]);
  }
  order.sort(([a], [b]) => a - b);
  for (const [place, [, residual]] of order.entries()) residuals[place] = residual;
  return { predicted: median(sortedNumbers(own.map((i) => values[i] ?? 0))), residuals };
}

/** A phase must have been seen in at least three periods, or one unusual day would count as the season. */
function spansPeriods(own: readonly number[], times: ArrayLike<number>, period: number): boolean {
  const seen = new Set(own.map((i) => Math.round((times[i] ?? 0) / period)));
  return seen.size >= 3;
}

/** The place of each value in sorted order; equal values have different places. */
function ranksOf(values: Float64Array): Uint32Array {
  const order = Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Uint32Array(values.length);
  for (const [rank, i] of order.entries()) ranks[i] = rank;
  return ranks;
}
