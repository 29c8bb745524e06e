/**
 * The range in which the next point of a series is expected, from its own history: the median of comparable points, and
 * robust bounds from how far the points of the history lie from it. docs/anomalies.md explains the method. Pure.
 */
import { median, sortedNumbers, trimmedSpread } from './quantiles.js';
import { residualBounds } from './residual-bounds.js';
import { type Fit, fitLevel, fitPhases, phases, type Season, type Series } from './seasons.js';

export interface Point {
  /** Milliseconds since 1970. */
  at: number;
  value: number;
}

export interface ExpectedRange {
  /** The time that the range is for. */
  at: number;
  predicted: number;
  /** Both inclusive. */
  min: number;
  max: number;
  seasons: readonly Season[];
  /** `level`: around one value; `trend`: along a line; `steps`: from the last value on, as of a table that only grows. */
  model: 'level' | 'trend' | 'steps';
  /** Number of points of the history that were used. */
  points: number;
}

/** Fewer points give no range. */
export const LEAST_POINTS = 14;
/** Older points are not used: about six weeks of hourly points, or almost three years of daily ones. */
export const MOST_POINTS = 1000;

/** A trend needs more points than a level, as its line is extended beyond the last of them. */
const LEAST_FOR_TREND = 20;
/** A more detailed model must leave this share of the spread, or less, to be preferred. */
const SEASON_GAIN = 0.85;
const TREND_GAIN = 0.7;

/** The range at `at`, by default one usual interval after the last point. Null with fewer than `LEAST_POINTS`. */
export function expectedRange(history: readonly Point[], at?: number): ExpectedRange | null {
  const points = history
    .filter(({ value, at: time }) => Number.isFinite(value) && (at === undefined || time < at))
    .sort((a, b) => a.at - b.at)
    .slice(-MOST_POINTS);
  if (points.length < LEAST_POINTS) return null;
  const target = at ?? nextTime(points);
  const { candidate, fit } = bestFit(points, target);
  const { lower, upper } = residualBounds(fit.residuals);
  const since = shiftedSince(points, fit, lower, upper);
  if (since > 0) return expectedRange(points.slice(since), target);
  const { predicted } = fit;
  return {
    at: target,
    ...rounded({ predicted, min: predicted + lower, max: predicted + upper }, points),
    seasons: candidate.seasons,
    model: candidate.model,
    points: points.length,
  };
}

function nextTime(points: readonly Point[]): number {
  const gaps = points.slice(1).map((point, i) => point.at - (points[i]?.at ?? 0));
  return (points.at(-1)?.at ?? 0) + Math.max(1, Math.round(median(sortedNumbers(gaps))));
}

interface Candidate {
  model: ExpectedRange['model'];
  seasons: readonly Season[];
}

/** The simplest model that no other is clearly better than. */
function bestFit(points: readonly Point[], target: number): { candidate: Candidate; fit: Fit } {
  const series = levelsOf(points);
  let best: { candidate: Candidate; fit: Fit; spread: number } | undefined;
  const offer = (candidate: Candidate, fit: Fit | null, gain: number) => {
    if (!fit) return;
    const spread = trimmedSpread(fit.residuals);
    if (!best || spread < best.spread * gain) best = { candidate, fit, spread };
  };
  const withSeasons = (model: Candidate['model'], given: Series, gain: number, addition = 0) => {
    const shifted = (fit: Fit | null) => fit && { ...fit, predicted: fit.predicted + addition };
    offer({ model, seasons: [] }, shifted(fitLevel(given)), gain);
    for (const each of phases)
      offer({ model, seasons: each.seasons }, shifted(fitPhases(given, target, each)), gain * SEASON_GAIN);
  };
  withSeasons('level', series, 1);
  if (points.length >= LEAST_FOR_TREND) {
    withSeasons('trend', withoutTrend(series, target), TREND_GAIN);
    const { steps, last } = stepsOf(points);
    withSeasons('steps', steps, SEASON_GAIN, last);
  }
  if (!best) throw new Error('a level fits every series');
  return best;
}

function levelsOf(points: readonly Point[]): Series {
  return {
    times: points.map(({ at }) => at),
    values: Float64Array.from(points, ({ value }) => value),
  };
}

/** Each value moved along the trend to the target. */
function withoutTrend({ times, values }: Series, target: number): Series {
  const half = Math.floor(values.length / 2);
  const slopes: number[] = [];
  for (let i = 0; i + half < values.length; i++) {
    const apart = (times[i + half] ?? 0) - (times[i] ?? 0);
    if (apart > 0) slopes.push(((values[i + half] ?? 0) - (values[i] ?? 0)) / apart);
  }
  const slope = slopes.length > 0 ? median(sortedNumbers(slopes)) : 0;
  return { times, values: values.map((value, i) => value + slope * (target - (times[i] ?? 0))) };
}

/** The changes from point to point, and the value that the next one is added to. */
function stepsOf(points: readonly Point[]): { steps: Series; last: number } {
  const { times, values } = levelsOf(points);
  const steps = values.subarray(1).map((value, i) => value - (values[i] ?? 0));
  const { lower, upper } = residualBounds(steps);
  const lastStep = steps.at(-1) ?? 0;
  // A last value far off is not what the next one starts from, unless it stays there.
  const isOff = lastStep < lower || lastStep > upper;
  const last = (isOff ? values.at(-2) : values.at(-1)) ?? 0;
  return { steps: { times: Array.from(times).slice(1), values: steps }, last };
}

/** Index of the first point at a new level, if the history ends with enough points that all lie off to one side; else 0. */
function shiftedSince(points: readonly Point[], { residuals }: Fit, lower: number, upper: number): number {
  if (residuals.length !== points.length) return 0;
  const sideOf = (residual: number | undefined = 0) => (residual > upper ? 1 : residual < lower ? -1 : 0);
  const side = sideOf(residuals.at(-1));
  let since = residuals.length;
  while (side !== 0 && since > 0 && sideOf(residuals[since - 1]) === side) since--;
  return residuals.length - since >= LEAST_POINTS ? since : 0;
}

/** Bounds of whole numbers are whole; of values that are never negative, not negative. */
function rounded(
  { predicted, min, max }: { predicted: number; min: number; max: number },
  points: readonly Point[],
): { predicted: number; min: number; max: number } {
  const allowance = Math.max(Math.abs(min), Math.abs(max)) * 1e-9;
  const isWhole = points.every(({ value }) => Number.isSafeInteger(value));
  const isPositive = points.every(({ value }) => value >= 0);
  const least = isWhole ? Math.ceil(min - allowance) : min - allowance;
  const most = isWhole ? Math.floor(max + allowance) : max + allowance;
  return { predicted, min: isPositive ? Math.max(0, least) : least, max: isPositive ? Math.max(0, most) : most };
}

/** Whether a value lies in a range. */
export function isExpected(value: number, { min, max }: Pick<ExpectedRange, 'min' | 'max'>): boolean {
  return value >= min && value <= max;
}
