/** What dashboards consist of. Both ends list the other, and neither is deleted with it. */
import { type LinkRule, link } from '../../traits/index.js';

const SHOWS = 'showsChart';
const READS = 'readsModel';

const common = {
  guarded: true,
  liveOnly: true,
  inWrites: true,
  operation: 'EditAll',
} as const satisfies Partial<LinkRule>;

/** Charts of a dashboard. */
export const charts = link({ ...common, field: 'charts', kind: SHOWS, end: 'from', types: ['chart'] });

/** Dashboards that show a chart. */
export const dashboards = link({ ...common, field: 'dashboards', kind: SHOWS, end: 'to', types: ['dashboard'] });

/** Data models that a dashboard reads. */
export const dataModels = link({
  ...common,
  field: 'dataModels',
  kind: READS,
  end: 'from',
  types: ['dashboardDataModel'],
});
