import type { Route } from '../catalog/index.js';
import { domainAssetRoutes } from '../entities/index.js';
import { columnRoutes } from './columns/column-routes.js';
import { aggregateRoutes } from './routes/aggregate-routes.js';
import { assetsByDomain } from './routes/assets-by-domain.js';
import { exportJobRoutes } from './routes/export-job-routes.js';
import { exportRoutes } from './routes/export-routes.js';
import { fitnessRoute } from './routes/fitness-route.js';
import { lookupRoutes } from './routes/lookup-routes.js';
import { maintenanceRoutes } from './routes/maintenance-routes.js';
import { personaContextRoutes } from './routes/persona-context-routes.js';
import { queryRoutes } from './routes/query-routes.js';
import { suggestRoute } from './routes/suggest-route.js';

export function searchRoutes(): Route[] {
  return [
    ...queryRoutes(),
    suggestRoute(),
    ...aggregateRoutes(),
    ...lookupRoutes(),
    ...exportRoutes(),
    ...exportJobRoutes(),
    ...personaContextRoutes(),
    fitnessRoute(),
    ...maintenanceRoutes(),
    ...columnRoutes(),
    ...domainAssetRoutes(assetsByDomain),
  ];
}
