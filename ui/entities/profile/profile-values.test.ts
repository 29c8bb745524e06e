import { describe, expect, it } from 'vitest';
import { barsOf, figuresOf, namesOfFigures, seriesOf } from './profile-values.js';

describe('figures of profiles', () => {
  it('are numbers of the data, custom metrics among them', () => {
    const profile = {
      timestamp: 5,
      profileSample: 50,
      profileSampleType: 'PERCENTAGE',
      rowCount: 7,
      customMetrics: [{ name: 'open', value: 3 }, { name: 'empty' }],
    };
    expect(figuresOf(profile)).toEqual({ rowCount: 7, open: 3 });
    expect(namesOfFigures([profile, { nullCount: 1, abc: 2 }], ['nullCount', 'rowCount', 'mean'])).toEqual([
      'nullCount',
      'rowCount',
      'abc',
      'open',
    ]);
  });

  it('become a series with what was expected, and what is expected next', () => {
    const profiles = [{ timestamp: 20, rowCount: 9 }, { timestamp: 10, rowCount: 4 }, { timestamp: 30 }];
    const points = [{ name: 'rowCount', timestamp: 20, value: 9, minBound: 3, maxBound: 5, isExpected: false }];
    const next = { name: 'rowCount', timestamp: 40, minBound: 2, maxBound: 8 };
    expect(seriesOf(profiles, 'rowCount', points, next)).toEqual({
      times: [10, 20, 30, 40],
      values: [4, 9, null, null],
      least: [null, 3, null, 2],
      most: [null, 5, null, 8],
    });
    expect(seriesOf(profiles, 'rowCount', [], { name: 'rowCount' }).times).toEqual([10, 20, 30]);
    expect(seriesOf([], 'rowCount', points, next).times).toEqual([]);
  });

  it('have histograms with as many bars as frequencies', () => {
    const label = (from: unknown, to: unknown) => `${String(from)}-${String(to ?? '')}`;
    expect(barsOf({ boundaries: [0, 5, 10], frequencies: [2, '3'] }, label)).toEqual([
      { label: '0-5', value: 2 },
      { label: '5-10', value: 3 },
    ]);
    expect(barsOf({ boundaries: ['0 to 5'], frequencies: [2, 3] }, label)).toEqual([{ label: '0 to 5-', value: 2 }]);
    expect(barsOf(undefined, label)).toEqual([]);
  });
});
