import type { Route } from '../catalog/index.js';
import { singleColumnRoutes } from './columns/single-column-routes.js';
import { entityProfileRoutes } from './profiles/entity-profile-routes.js';

/** Routes of collections that are no type of their own: columns, profiles. */
export function collectionRoutes(): Route[] {
  return [...singleColumnRoutes(), ...entityProfileRoutes()];
}
