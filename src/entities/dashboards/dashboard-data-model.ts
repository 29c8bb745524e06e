import { joinFqn } from '../../catalog/index.js';
import { fieldContexts } from '../asset-context.js';
import { columnRoutes } from '../columns/column-list-routes.js';
import { columnParts } from '../columns/column-parts.js';
import { defineAsset } from '../define-asset.js';

const path = '/v1/dashboard/datamodels';

export const dashboardDataModel = defineAsset({
  name: 'dashboardDataModel',
  path,
  group: 'Dashboard Data Models',
  schema: 'entity/data/dashboardDataModel',
  create: 'api/data/createDashboardDataModel',
  about: 'A model that a dashboard service derives from its sources, with its columns.',
  search: { calledAs: ['model', 'data model'], text: { sql: 'body', project: 'body' } },
  within: { service: 'dashboardService' },
  fqn: (serviceFqn, name) => joinFqn(joinFqn(serviceFqn, 'model'), name),
  parts: [columnParts('columns', 'dashboardDataModelColumn')],
  references: [{ in: 'columns', field: 'owners' }],
  preserveOnPut: ['sourceUrl'],
  routes: columnRoutes('dashboardDataModel', path),
  context: ({ columns, sql }) => ({ generic: { fields: fieldContexts(columns), definition: sql } }),
});
