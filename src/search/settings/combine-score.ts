/** Points for properties of an entity, and how they change the score of a hit. Pure. */
import { at, type Fields } from '../../catalog/index.js';
import type { BoostMode, FieldValueBoost, ScoreMode } from './search-settings.js';

const modifiers: Readonly<Record<NonNullable<FieldValueBoost['modifier']>, (value: number) => number>> = {
  none: (value) => value,
  log: Math.log10,
  log1p: (value) => Math.log10(value + 1),
  log2p: (value) => Math.log10(value + 2),
  ln: Math.log,
  ln1p: Math.log1p,
  ln2p: (value) => Math.log(value + 2),
  square: (value) => value * value,
  sqrt: Math.sqrt,
  reciprocal: (value) => 1 / value,
};

/**
 * The points for a numeric field of the entity; null when it has no value, is outside the condition, or yields no
 * finite number.
 */
export function valuePoints(source: Fields, boost: FieldValueBoost): number | null {
  const found = at(source, boost.field);
  const value = typeof found === 'number' ? found : boost.missing;
  if (value === undefined || !isWithin(value, boost.condition?.range)) return null;
  const points = modifiers[boost.modifier ?? 'none'](boost.factor * value);
  return Number.isFinite(points) ? points : null;
}

function isWithin(value: number, range: NonNullable<FieldValueBoost['condition']>['range'] = {}): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return value > gt && value >= gte && value < lt && value <= lte;
}

/** Combines the points with each other and then with the score; returns the score itself when there are none. */
export function combineScore(
  score: number,
  points: readonly number[],
  { scoreMode, boostMode }: { scoreMode: ScoreMode; boostMode: BoostMode },
): number {
  if (points.length === 0) return score;
  const boost = combined(points, scoreMode);
  switch (boostMode) {
    case 'multiply':
      return score * boost;
    case 'replace':
      return boost;
    case 'sum':
      return score + boost;
    case 'avg':
      return (score + boost) / 2;
    case 'max':
      return Math.max(score, boost);
    case 'min':
      return Math.min(score, boost);
  }
}

function combined(points: readonly number[], mode: ScoreMode): number {
  const sum = points.reduce((total, one) => total + one, 0);
  switch (mode) {
    case 'sum':
      return sum;
    case 'avg':
      return sum / points.length;
    case 'multiply':
      return points.reduce((product, one) => product * one, 1);
    case 'first':
      return points[0] ?? 0;
    case 'max':
      return Math.max(...points);
    case 'min':
      return Math.min(...points);
  }
}
