import { describe, expect, it } from 'vitest';
import { present } from '../../src/context/index.js';
import {
  expectedRange,
  isExpected,
  LEAST_POINTS,
  MOST_POINTS,
  type Point,
} from '../../src/inspection/anomalies/expected-range.js';
import { type Kind, seasonal, seededNumbers, seriesOf, stationary } from './series-generators.js';

const lengths = [14, 20, 30, 60, 120, 365, 1000];
/** Long histories take longer to make; the rate is that of all series of a kind together. */
const seriesOfLength = (length: number) => Math.min(250, Math.round(15_000 / length));
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const percent = (found: number, all: number) => `${((100 * found) / all).toFixed(2)} %`;

/** Takes the last point of each series as the next one, changed by `change`. Resolves to how many lie outside of the range. */
function outside(kind: Kind, length: number, count: number, change: (value: number) => number = (value) => value) {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const points = seriesOf(kind, length + 1, 7919 * length + i);
    const next = points.pop();
    const range = expectedRange(points, next?.at);
    if (range && next && !isExpected(change(next.value), range)) found++;
  }
  return found;
}

describe('false alarms in series that do not change', () => {
  it.each(stationary)('$name: under 2 %', { timeout: 60_000 }, (kind) => {
    const counts = lengths.map((length) => ({ length, found: outside(kind, length, seriesOfLength(length)) }));
    const all = lengths.reduce((sum, length) => sum + seriesOfLength(length), 0);
    const found = counts.reduce((sum, one) => sum + one.found, 0);
    const each = counts.map((one) => `${one.length}: ${percent(one.found, seriesOfLength(one.length))}`);
    console.log(`false alarms, ${kind.name}: ${percent(found, all)} (by points of history: ${each.join(', ')})`);
    expect(found / all).toBeLessThan(0.02);
  });
});

describe('real changes', () => {
  const of = (name: string) => present(stationary.find((kind) => kind.name === name));
  const changes: [string, number, (value: number) => number][] = [
    ['normal', 30, (value) => value / 2],
    ['normal', 30, (value) => value + 200],
    ['normal', 14, () => 0],
    ['constant', 14, (value) => value + 1],
    ['counts around 1000', 60, (value) => Math.round(value / 2)],
    ["Student's t, 3 degrees of freedom", 60, (value) => value + 200],
    ['daily season, hourly', 24 * 14, (value) => value + 300],
    ['weekly season, daily', 60, (value) => value * 2],
    ['weekly season, daily', 60, () => 0],
    ['daily and weekly season, hourly', 1000, (value) => value * 2],
  ];
  it.each(changes)('are found: %s after %i points', { timeout: 60_000 }, (name, length, change) => {
    const found = outside(of(name), length, 100, change);
    console.log(`found, ${name}, ${length} points, ${change.toString().split('=> ')[1]}: ${percent(found, 100)}`);
    expect(found).toBeGreaterThanOrEqual(95);
  });

  it('are found although some of the history is wrong', () => {
    let found = 0;
    for (let i = 0; i < 100; i++) {
      const points = seriesOf(of('normal'), 60, 31 + i).map((point, n) =>
        n % 30 === 7 ? { ...point, value: 0 } : point,
      );
      const range = present(expectedRange(points));
      expect(isExpected(range.predicted, range)).toBe(true);
      if (!isExpected(500, range) && !isExpected(0, range) && !isExpected(1500, range)) found++;
    }
    expect(found).toBeGreaterThanOrEqual(95);
  });
});

describe('an expected range', () => {
  const points = (length: number, value: (i: number) => number, every = DAY): Point[] =>
    Array.from({ length }, (_, i) => ({ at: 1_760_000_000_000 + i * every, value: value(i) }));

  it('needs 14 points with a value', () => {
    expect(expectedRange(points(LEAST_POINTS - 1, () => 5))).toBeNull();
    expect(expectedRange(points(LEAST_POINTS, (i) => (i === 3 ? Number.NaN : 5)))).toBeNull();
    const range = present(expectedRange(points(LEAST_POINTS, () => 5)));
    expect(range).toMatchObject({ predicted: 5, min: 5, max: 5, seasons: [], model: 'level', points: 14 });
    expect(range.at).toBe(1_760_000_000_000 + LEAST_POINTS * DAY);
  });

  it('uses only the points before its time, and of these the newest', () => {
    const history = points(MOST_POINTS + 500, (i) => (i < 500 ? 1 : i < 1400 ? 7 : 9), HOUR);
    const at = history[1399]?.at;
    expect(expectedRange(history, at)).toMatchObject({ predicted: 7, points: MOST_POINTS });
  });

  it('has the season of a day, of a week, or of both, where the history has it', () => {
    const seasons = seasonal.map((kind) => expectedRange(seriesOf(kind, 1000, 3))?.seasons);
    expect(seasons).toEqual([['day'], ['week'], ['day', 'week'], ['day']]);
    expect(expectedRange(seriesOf(present(stationary[0]), 1000, 3))?.seasons).toEqual([]);
  });

  it('follows a table that grows, evenly or in steps', () => {
    const random = seededNumbers(5);
    const even = present(expectedRange(points(60, (i) => 1000 + 50 * i + 10 * random())));
    expect(isExpected(1000 + 50 * 60 + 5, even)).toBe(true);
    expect(isExpected(1000 + 50 * 40, even)).toBe(false);
    let total = 0;
    const steps = points(90, () => (total += Math.round(100 * random())));
    const range = present(expectedRange(steps));
    expect(isExpected(total + 50, range)).toBe(true);
    expect(isExpected(total / 2, range)).toBe(false);
  });

  it('learns a new level from 14 points at it', () => {
    const random = seededNumbers(6);
    const history = points(100, (i) => (i < 86 ? 100 : 500) + random());
    expect(isExpected(500.5, present(expectedRange(history.slice(0, 89))))).toBe(false);
    expect(isExpected(500.5, present(expectedRange(history)))).toBe(true);
    expect(isExpected(100.5, present(expectedRange(history)))).toBe(false);
  });

  it('has whole bounds for whole numbers, and none below zero without negative values', () => {
    const random = seededNumbers(7);
    const counts = present(expectedRange(points(40, () => Math.round(3 * random()))));
    expect([counts.min, Number.isInteger(counts.max)]).toEqual([0, true]);
    const negative = present(expectedRange(points(40, () => Math.round(6 * random()) - 3)));
    expect(negative.min).toBeLessThan(-3);
  });
});
