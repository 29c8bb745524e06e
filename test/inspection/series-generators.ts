// Series of known kinds for the tests of expected ranges, each reproducible by its seed.
import type { Point } from '../../src/inspection/anomalies/expected-range.js';

/** Numbers from 0 to 1 (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = 1_760_000_000_000;

const normal = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
const exponential = (next: () => number) => -Math.log(1 - next());
const student = (degrees: number) => (next: () => number) => {
  let sum = 0;
  for (let i = 0; i < degrees; i++) sum += normal(next) ** 2;
  return normal(next) / Math.sqrt(sum / degrees);
};
const poisson = (mean: number) => (next: () => number) => {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(next)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = next(); product > limit; product *= next()) count++;
  return count;
};

type Make = (next: () => number) => (at: number) => number;
const always =
  (draw: (next: () => number) => number): Make =>
  (next) =>
  () =>
    draw(next);
const daily = (at: number) => Math.sin((2 * Math.PI * at) / DAY);
const isWeekend = (at: number) => [0, 6].includes(new Date(at).getUTCDay());

export interface Kind {
  name: string;
  /** Milliseconds between points. */
  every: number;
  make: Make;
}

/** Series whose distribution does not change, apart from its seasons. */
export const stationary: readonly Kind[] = [
  { name: 'normal', every: DAY, make: always((next) => 1000 + 20 * normal(next)) },
  { name: 'uniform', every: DAY, make: always((next) => next()) },
  { name: "Student's t, 3 degrees of freedom", every: DAY, make: always((next) => 500 + 10 * student(3)(next)) },
  { name: 'Laplace', every: HOUR, make: always((next) => exponential(next) - exponential(next)) },
  { name: 'exponential', every: DAY, make: always((next) => 5 * exponential(next)) },
  { name: 'log-normal', every: HOUR, make: always((next) => Math.exp(normal(next))) },
  { name: 'constant', every: DAY, make: always(() => 42) },
  { name: 'constant fraction', every: DAY, make: always((next) => 0.1 + 0.2 + (next() > 0.5 ? 0 : 5e-17)) },
  { name: 'counts around 0.3', every: DAY, make: always(poisson(0.3)) },
  { name: 'counts around 3', every: DAY, make: always(poisson(3)) },
  { name: 'counts around 1000', every: HOUR, make: always(poisson(1000)) },
  {
    name: 'daily season, hourly',
    every: HOUR,
    make: (next) => (at) => 1000 + 300 * daily(at) + 20 * normal(next),
  },
  {
    name: 'weekly season, daily',
    every: DAY,
    make: (next) => (at) => (isWeekend(at) ? 200 : 1000) + 20 * normal(next),
  },
  {
    name: 'daily and weekly season, hourly',
    every: HOUR,
    make: (next) => (at) => (isWeekend(at) ? 0.3 : 1) * (1000 + 400 * daily(at)) + 15 * normal(next),
  },
  {
    name: 'daily season, heavy tails',
    every: HOUR,
    make: (next) => (at) => 100 * daily(at) + 5 * student(3)(next),
  },
];

export const seasonal = stationary.filter(({ name }) => name.includes('season'));

/** Points of a kind; those of a schedule, a few seconds early or late. */
export function seriesOf({ every, make }: Kind, length: number, seed: number): Point[] {
  const next = seededNumbers(seed);
  const value = make(next);
  return Array.from({ length }, (_, i) => {
    const due = START + i * every;
    return { at: due + Math.round(20_000 * next()), value: value(due) };
  });
}
