import { catalogError } from '../../../../contract/index.js';
import { defineType } from '../../../catalog/index.js';
import { domains, link, owners } from '../../../traits/index.js';
import { kpiResults } from './kpi-result.js';
import { kpiRoutes } from './kpi-routes.js';

const path = '/v1/kpi';

/** The chart that a KPI measures itself by. */
const chart = link({
  field: 'dataInsightChart',
  kind: 'measures',
  end: 'to',
  types: ['dataInsightCustomChart'],
  single: true,
  inWrites: true,
  always: true,
  operation: 'EditAll',
});

export const kpi = defineType({
  name: 'kpi',
  path,
  schema: 'dataInsight/kpi/kpi',
  create: 'api/dataInsight/kpi/createKpiRequest',
  about: 'A target for a chart over the catalog, such as how many assets should be described at the end of a period.',
  group: 'KPIs',
  traits: [owners, domains, chart, kpiResults],
  routes: kpiRoutes(path),
  hooks: {
    check({ startDate = 0, endDate = 0, metricType, targetValue = 0 }) {
      if (startDate >= endDate) throw catalogError('BAD_REQUEST', 'startDate must be before endDate');
      if (targetValue < 0) throw catalogError('BAD_REQUEST', 'targetValue must not be negative');
      if (metricType === 'PERCENTAGE' && targetValue > 100)
        throw catalogError('BAD_REQUEST', 'targetValue of a percentage must be at most 100');
    },
  },
});
