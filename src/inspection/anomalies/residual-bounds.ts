/** How far the next point may lie from its prediction, from how far the points of the history do. */
import { median, quantile, sortedNumbers } from './quantiles.js';

/** The upper fourth and the 95th percentile of a normal distribution, in standard deviations. */
const FOURTH = 0.6745;
const RATIO_95 = 1.645 / FOURTH;

/** In standard deviations, for many points; few points need more, as their spread is uncertain itself. */
const REACH = 4.5;
const REACH_OF_FEW = 14;
/** From this number of points the 95th percentile says how heavy the tail is, even if one point is wrong. */
const LEAST_FOR_TAIL = 40;
const MOST_TAIL = 6;
/** Share of points on each side that may be wrong; the rest is normal by definition, however it is distributed. */
const WRONG = 0.0075;

/** Distances of the lower and the upper bound from the prediction. */
export function residualBounds(residuals: Iterable<number>): { lower: number; upper: number } {
  const sorted = sortedNumbers(residuals);
  const middle = median(sorted);
  const mirrored = sorted.map((value) => -value).reverse();
  return { lower: -reachAbove(mirrored, -middle), upper: reachAbove(sorted, middle) };
}

function reachAbove(sorted: Float64Array, middle: number): number {
  const { length } = sorted;
  const distances = sortedNumbers(sorted.map((value) => Math.abs(value - middle)));
  const spread = Math.max(median(distances), quantile(sorted, 0.75) - middle);
  const reach = spread > 0 ? reachOf(sorted, middle, spread) : reachOfRare(sorted, middle);
  const wrong = Math.floor(length * WRONG);
  const usual = wrong > 0 ? (sorted[length - 1 - wrong] ?? middle) - middle : 0;
  return middle + Math.max(reach, usual);
}

function reachOf(sorted: Float64Array, middle: number, spread: number): number {
  const { length } = sorted;
  const tail = length < LEAST_FOR_TAIL ? 1 : (quantile(sorted, 0.95) - middle) / spread / RATIO_95;
  const heavy = Math.min(MOST_TAIL, Math.max(1, tail) ** 2);
  return (REACH + REACH_OF_FEW / Math.sqrt(length) / 2) * heavy * (spread / FOURTH);
}

/** Most points are equal. What deviates often enough is normal; what does so once is not. */
function reachOfRare(sorted: Float64Array, middle: number): number {
  const apart = sorted.filter((value) => value > middle).map((value) => value - middle);
  if (apart.length <= Math.max(1, Math.floor(sorted.length * 0.02))) return 0;
  return 2 * quantile(apart, 0.9);
}
