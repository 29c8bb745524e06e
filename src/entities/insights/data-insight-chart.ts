import { defineType } from '../../catalog/index.js';
import { domains, owners } from '../../traits/index.js';
import { aggregateRoute } from './aggregate-route.js';

const path = '/v1/analytics/dataInsights/charts';

export const dataInsightChart = defineType({
  name: 'dataInsightChart',
  path,
  schema: 'dataInsight/dataInsightChart',
  create: 'api/dataInsight/createDataInsightChart',
  about: 'A chart over reported data, such as page views and unused assets.',
  group: 'Data Insight Charts',
  traits: [owners, domains],
  routes: [aggregateRoute(path)],
});
