// Figures of profiles, for charts. Pure.

/** The numbers of one profile, custom metrics among them, by name. */
export type Figures = Readonly<Record<string, number>>;

export interface Timed {
  timestamp: number;
}

/** A past figure with the range in which it was expected, or the next range. */
export interface RangePoint {
  name: string;
  timestamp?: number;
  value?: number;
  minBound?: number;
  maxBound?: number;
  isExpected?: boolean;
  /** Why there is no range. */
  reason?: string;
}

/** Settings and times of a profile, which say nothing of the data. */
const NO_FIGURES = new Set(['timestamp', 'profileSample']);

export function figuresOf(profile: object): Figures {
  const { customMetrics } = profile as { customMetrics?: { name?: string; value?: number }[] };
  const custom = (customMetrics ?? []).flatMap(({ name, value }) => (name ? [[name, value] as const] : []));
  return Object.fromEntries(
    [...Object.entries(profile), ...custom].flatMap(([name, value]) =>
      typeof value === 'number' && Number.isFinite(value) && !NO_FIGURES.has(name) ? [[name, value]] : [],
    ),
  );
}

/** Names of all figures that the profiles have, those that people ask for first at the front. */
export function namesOfFigures(profiles: readonly object[], first: readonly string[]): string[] {
  const names = new Set(profiles.flatMap((profile) => Object.keys(figuresOf(profile))));
  return [...first.filter((name) => names.has(name)), ...[...names].filter((name) => !first.includes(name)).sort()];
}

export interface FigureSeries {
  times: number[];
  values: (number | null)[];
  least: (number | null)[];
  most: (number | null)[];
}

/** One figure over time, oldest first, with the ranges that were expected and, at the end, the one that is expected next. */
export function seriesOf<P extends Timed>(
  profiles: readonly P[],
  name: string,
  points: readonly RangePoint[] = [],
  next?: RangePoint,
): FigureSeries {
  const sorted = [...profiles].sort((a, b) => a.timestamp - b.timestamp);
  const ranges = new Map(points.map((point) => [point.timestamp, point]));
  const times = sorted.map(({ timestamp }) => timestamp);
  const series = {
    times,
    values: sorted.map((profile) => figuresOf(profile)[name] ?? null),
    least: times.map((time) => ranges.get(time)?.minBound ?? null),
    most: times.map((time) => ranges.get(time)?.maxBound ?? null),
  };
  const last = times.at(-1);
  if (next?.minBound === undefined || next.timestamp === undefined || last === undefined || next.timestamp <= last)
    return series;
  return {
    times: [...times, next.timestamp],
    values: [...series.values, null],
    least: [...series.least, next.minBound],
    most: [...series.most, next.maxBound ?? null],
  };
}

export interface HistogramBar {
  label: string;
  value: number;
}

/** Bars of a histogram: boundaries are texts of ranges, or numbers from each of which its bar reaches to the next. */
export function barsOf(
  histogram: { boundaries?: readonly unknown[]; frequencies?: readonly unknown[] } | undefined,
  label: (from: unknown, to: unknown) => string,
): HistogramBar[] {
  const { boundaries = [], frequencies = [] } = histogram ?? {};
  return frequencies.flatMap((frequency, i) => {
    const value = Number(frequency);
    if (!Number.isFinite(value) || boundaries[i] === undefined) return [];
    return [{ label: label(boundaries[i], boundaries[i + 1]), value }];
  });
}
