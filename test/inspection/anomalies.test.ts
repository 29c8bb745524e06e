import { describe, expect, it } from 'vitest';
import { expectedRange, isExpected, LEAST_POINTS } from '../../src/inspection/anomalies/expected-range.js';
import { seasonal, seriesOf, stationary } from './series-generators.js';

const lengths = [14, 20, 30, 60, 120, 365, 1000];
/** Long histories take longer; the rate is that of all series together. */
const seriesOfLength = (length: number) => Math.min(200, Math.round(12_000 / length));

const outOf = (found: number, all: number) => `${((100 * found) / all).toFixed(2)} %`;

/** The share of series whose next point lies outside of the range expected from those before. */
function falseAlarms(kind: (typeof stationary)[number], length: number, seed: number): number {
  let alarms = 0;
  for (let i = 0; i < SERIES; i++) {
    const points = seriesOf(kind, length + 1, seed + i);
    const next = points.pop();
    const range = expectedRange(points, next?.at);
    if (range && next && !isExpected(next.value, range)) alarms++;
  }
  return alarms;
}

describe('false alarms', () => {
  it.each(stationary.map((kind, i) => ({ ...kind, i })))('$name', (kind) => {
    const counts = lengths.map((length) => falseAlarms(kind, length, 1_000_000 * (kind.i + 1) + 1000 * length));
    console.log(kind.name, lengths.map((length, i) => `${length}: ${outOf(counts[i] ?? 0, SERIES)}`).join('  '));
    const all = counts.reduce((sum, count) => sum + count, 0);
    expect(all / (SERIES * lengths.length)).toBeLessThan(0.02);
  });
});
