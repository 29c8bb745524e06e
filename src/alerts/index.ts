import { seedBuiltInAlerts, seedTemplates } from '../entities/index.js';
import type { Feature } from '../feature/index.js';
import type { AlertDeps } from './alert-deps.js';
import { deliveryMetrics, deliveryWork } from './delivery/index.js';
import { explainRoutes } from './explain/explain-routes.js';
import { inspectionRoutes } from './inspect/index.js';
import { previewRoute } from './preview/preview-route.js';
import { redeliverCommand, redeliveryJob } from './redelivery/redeliver.js';
import { redeliverRoutes } from './redelivery/redeliver-routes.js';
import { catalogRoutes } from './routes/catalog-routes.js';
import { templateTrialRoutes } from './routes/template-routes.js';
import { testDestinationRoute } from './routes/test-destination-route.js';

/** Alerts beyond their type, which `entities` declares. */
export function alertFeature(deps: AlertDeps) {
  return {
    name: 'alerts',
    seeds: [seedTemplates, seedBuiltInAlerts],
    routes: [
      ...catalogRoutes,
      testDestinationRoute(deps),
      ...templateTrialRoutes(deps),
      ...explainRoutes,
      previewRoute,
      ...inspectionRoutes,
      ...redeliverRoutes,
    ],
    commands: [redeliverCommand],
    jobs: [redeliveryJob],
    works: [deliveryWork(deps)],
    metrics: [deliveryMetrics],
  } satisfies Feature;
}

export { filterActivity } from './rules/filter-activity.js';
