/** Order statistics. Lists called `sorted` are in ascending order and not empty. */

export function sortedNumbers(values: Iterable<number>): Float64Array {
  return Float64Array.from(values).sort();
}

/** The quantile `p` (0 to 1), interpolated between neighbours. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const place = (sorted.length - 1) * p;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (sorted: ArrayLike<number>): number => quantile(sorted, 0.5);

/** The median of all values but the one at `index`. */
export function medianWithout(sorted: ArrayLike<number>, index: number): number {
  const left = sorted.length - 1;
  const at = (i: number) => sorted[i < index ? i : i + 1] ?? Number.NaN;
  const middle = Math.floor((left - 1) / 2);
  return left % 2 === 1 ? at(middle) : (at(middle) + at(middle + 1)) / 2;
}

/** The mean of the smallest 95 % of distances from the median: how far values lie apart, whatever a few of them do. */
export function trimmedSpread(values: Iterable<number>): number {
  const sorted = sortedNumbers(values);
  const middle = median(sorted);
  const distances = sorted.map((value) => Math.abs(value - middle)).sort();
  const kept = distances.subarray(0, Math.max(1, Math.floor(distances.length * 0.95)));
  return kept.reduce((sum, distance) => sum + distance, 0) / kept.length;
}
