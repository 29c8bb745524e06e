import type { Route } from '../catalog/index.js';
import { singleColumnRoutes } from './columns/single-column-routes.js';

/** Routes of collections that are no type of their own: columns. */
export function collectionRoutes(): Route[] {
  return singleColumnRoutes();
}
