import type { Route } from '../../catalog/index.js';
import { deliveryRoutes } from './delivery-routes.js';
import { diagnosticRoutes } from './diagnostic-route.js';
import { recordRoutes } from './record-routes.js';
import { statusRoutes } from './status-routes.js';
import { steeringRoutes } from './steering-routes.js';

/** What people see of the work of alerts, and how they steer it. */
export const inspectionRoutes: readonly Route[] = [
  ...statusRoutes,
  ...recordRoutes,
  ...deliveryRoutes,
  ...diagnosticRoutes,
  ...steeringRoutes,
];
