import { part } from '../../kit/states/part.js';
import { Loading } from '../../kit/states/states.js';

/** The chart of a series, whose library is loaded with the first of them. */
export const SeriesChart = part(
  () => import('../../kit/charts/series-chart.js').then((m) => m.SeriesChart),
  <Loading rows={4} height={40} />,
);
