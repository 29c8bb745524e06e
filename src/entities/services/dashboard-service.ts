import { defineService } from '../service/define-service.js';

export const dashboardService = defineService({
  family: 'dashboard',
  name: 'dashboardService',
  path: '/v1/services/dashboardServices',
  schema: 'entity/services/dashboardService',
  create: 'api/services/createDashboardService',
  about: 'A business intelligence tool with its dashboards and how to connect to it.',
  countedIn: 'dashboardServiceCount',
});
