import { usageSummary } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { dashboards } from './dashboard-links.js';

export const chart = defineAsset({
  name: 'chart',
  path: '/v1/charts',
  schema: 'entity/data/chart',
  create: 'api/data/createChart',
  about: 'A chart of a dashboard service. It can be on several dashboards.',
  search: { calledAs: ['chart'] },
  within: { service: 'dashboardService' },
  traits: [dashboards, usageSummary],
  preserveOnPut: ['sourceUrl'],
});
