import type { Fields } from '../../catalog/index.js';
import { usageSummary } from '../../traits/index.js';
import { fqnsOf } from '../asset-context.js';
import { defineAsset } from '../define-asset.js';
import { keepOmitted } from '../keep-omitted.js';
import { charts, dataModels } from './dashboard-links.js';

export const dashboard = defineAsset({
  name: 'dashboard',
  path: '/v1/dashboards',
  schema: 'entity/data/dashboard',
  create: 'api/data/createDashboard',
  about: 'A dashboard or report with its charts and the data models that it reads.',
  countedAs: { entities: 'dashboardCount' },
  search: { calledAs: ['dashboard', 'report'], text: { project: 'body' } },
  within: { service: 'dashboardService' },
  traits: [charts, dataModels, usageSummary],
  preserveOnPut: ['sourceUrl'],
  context: ({ charts, dataModels, project }: Fields) => ({
    dashboard: { charts: fqnsOf(charts), dataModels: fqnsOf(dataModels), project },
  }),
  hooks: {
    build: (core, _create, _scope, stored) => keepOmitted(core, stored, { dashboardType: 'Dashboard' }),
  },
});
