import type { Route } from '../catalog/index.js';
import { aggregateRoutes } from './routes/aggregate-routes.js';
import { lookupRoutes } from './routes/lookup-routes.js';
import { queryRoutes } from './routes/query-routes.js';
import { suggestRoute } from './routes/suggest-route.js';

/** Routes of search, below `/api`. */
export function searchRoutes(): Route[] {
  return [...queryRoutes(), suggestRoute(), ...aggregateRoutes(), ...lookupRoutes()];
}
