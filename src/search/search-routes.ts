import type { Route } from '../catalog/index.js';
import type { SearchIndex } from './create-index.js';
import { aggregateRoutes } from './routes/aggregate-routes.js';
import { lookupRoutes } from './routes/lookup-routes.js';
import { maintenanceRoutes } from './routes/maintenance-routes.js';
import { queryRoutes } from './routes/query-routes.js';
import { suggestRoute } from './routes/suggest-route.js';

/** Routes of search, below `/api`. */
export function searchRoutes(index: SearchIndex): Route[] {
  return [...queryRoutes(), suggestRoute(), ...aggregateRoutes(), ...lookupRoutes(), ...maintenanceRoutes(index)];
}
