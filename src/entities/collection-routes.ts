import type { Route } from '../catalog/index.js';
import { singleColumnRoutes } from './columns/single-column-routes.js';
import { updateJobRoute } from './columns/update-job-route.js';
import { entityProfileRoutes } from './profiles/entity-profile-routes.js';
import { queryCostRoutes } from './query-cost-routes.js';

/** Routes of collections that are no type of their own: columns, profiles, costs of queries. */
export function collectionRoutes(): Route[] {
  return [...singleColumnRoutes(), updateJobRoute(), ...entityProfileRoutes(), ...queryCostRoutes()];
}
