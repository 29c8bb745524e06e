import { Bars } from '../../kit/charts/bars.js';
import { Figures } from '../../kit/charts/figures.js';
import { SeriesChart } from '../../kit/charts/series-chart.js';
import type { Exhibit } from '../exhibit.js';

const DAY = 86_400_000;
const TIMES = Array.from({ length: 30 }, (_, i) => Date.UTC(2026, 1, 8) + i * DAY);
const rows = TIMES.map((_, i) => (i === 12 ? null : 47_000 + 180 * i + 31 * ((i * 37) % 11)));
const HOURS = Array.from({ length: 9 }, (_, i) => i);
const line = (k: number) => TIMES.map((_, i) => 10 * k + ((i * (k + 3)) % 7));

const SHARES = [
  { label: '0 to 25', value: 15_139 },
  { label: '25 to 50', value: 13_573 },
  { label: 'more than what most people ever pay for an order', value: 812 },
  { label: 'none', value: 0 },
];

const FIGURES = [
  { label: 'Passed', value: '1,204' },
  { label: 'Failed', value: 3 },
  { label: 'Aborted', value: 0 },
];

export const figures: Exhibit = {
  name: 'figures',
  states: [
    [
      'A series with a gap',
      () => <SeriesChart label="Rows of a day" times={TIMES} series={[{ label: 'Rows', values: rows }]} />,
    ],
    [
      'Many series, one of them a limit',
      () => (
        <SeriesChart
          label="Values"
          height={160}
          times={TIMES}
          series={[
            ...HOURS.map((k) => ({ label: `Series ${k + 1}`, values: line(k) })),
            { label: 'Limit', values: TIMES.map(() => 50), dashed: true },
          ]}
        />
      ),
    ],
    ['Figures', () => <Figures figures={FIGURES} />],
    ['Many figures', () => <Figures small figures={FIGURES} />],
    ['Bars', () => <Bars label="Distribution" bars={SHARES} />],
  ],
};
