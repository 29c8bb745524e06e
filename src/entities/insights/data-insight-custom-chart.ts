import { defineType } from '../../catalog/index.js';
import { chartDataRoutes } from './chart-data-routes.js';

const path = '/v1/analytics/dataInsights/system/charts';

/** Charts over the catalog itself. They ship with the product; KPIs measure themselves by them. */
export const dataInsightCustomChart = defineType({
  name: 'dataInsightCustomChart',
  path,
  schema: 'dataInsight/custom/dataInsightCustomChart',
  create: null,
  about: 'A chart over the catalog: how many assets there are, and how many of them are described or owned.',
  group: 'System Charts',
  without: ['list', 'patch', 'patchByName', 'delete', 'deleteByName', 'deleteAsync', 'restore', 'versions'],
  routes: chartDataRoutes(path),
});
