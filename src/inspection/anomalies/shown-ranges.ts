/** Expected ranges as clients get them. */
import { setImmediate } from 'node:timers/promises';
import { catalogError } from '../../../contract/index.js';
import { type ExpectedRange, expectedRange, isExpected, LEAST_POINTS, type Point } from './expected-range.js';
import type { Histories } from './histories.js';

/** Number of ranges that one request may ask for, since each takes some milliseconds. */
export const MOST_RANGES = 100;

const number = { type: 'number' };
const milliseconds = { type: 'integer', description: 'Milliseconds since 1970' };
const bounds = { predictedValue: number, minBound: number, maxBound: number };

/** JSON Schema of `shownRanges`. */
export const rangesSchema = {
  type: 'object',
  properties: {
    ranges: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          points: { type: 'integer', description: 'Number of points of the history that were used' },
          timestamp: { ...milliseconds, description: 'When the next point is expected, in milliseconds since 1970' },
          ...bounds,
          model: { type: 'string', enum: ['level', 'trend', 'steps'] },
          seasons: { type: 'array', items: { type: 'string', enum: ['day', 'week'] } },
          reason: { type: 'string', description: 'Why there is no range' },
        },
        required: ['name', 'points'],
      },
    },
    points: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          timestamp: milliseconds,
          value: number,
          ...bounds,
          isExpected: { type: 'boolean', description: 'Whether the value lies in the range' },
        },
        required: ['name', 'timestamp', 'value'],
      },
    },
  },
  required: ['ranges', 'points'],
};

export interface ShownRanges {
  /** What is expected next, by figure. */
  ranges: object[];
  /** The newest points of each figure, with the range that was expected before each. Newest first. */
  points: object[];
}

/** `shown`: number of past points per figure. `name`: only this figure. 400 if that is too much work. */
export async function shownRanges(histories: Histories, shown: number, name: string | undefined): Promise<ShownRanges> {
  const wanted = [...histories].filter(([one]) => name === undefined || one === name);
  if (wanted.length * (shown + 1) > MOST_RANGES && shown > 0)
    throw catalogError(
      'BAD_REQUEST',
      `limit is too high for ${wanted.length} figures; name one of them, or lower it to ${Math.max(0, Math.floor(MOST_RANGES / Math.max(1, wanted.length)) - 1)}`,
    );
  const found: ShownRanges = { ranges: [], points: [] };
  for (const [one, points] of wanted) {
    found.ranges.push({ name: one, ...nextOf(points) });
    for (const point of points.slice(0, shown)) {
      await setImmediate(); // other requests go on meanwhile
      found.points.push({ name: one, ...pastOf(point, points) });
    }
    await setImmediate();
  }
  return found;
}

function nextOf(points: readonly Point[]): object {
  const range = expectedRange(points);
  if (!range) return { points: points.length, reason: tooFew(points.length) };
  const { at, seasons, model } = range;
  return { points: range.points, timestamp: at, ...boundsOf(range), model, seasons };
}

function pastOf({ at, value }: Point, points: readonly Point[]): object {
  const range = expectedRange(points, at);
  return { timestamp: at, value, ...(range ? { ...boundsOf(range), isExpected: isExpected(value, range) } : {}) };
}

export const tooFew = (count: number): string =>
  `the expected range needs ${LEAST_POINTS} points of history, there ${count === 1 ? 'is' : 'are'} ${count}`;

export const boundsOf = ({ predicted, min, max }: ExpectedRange) => ({
  predictedValue: predicted,
  minBound: min,
  maxBound: max,
});
