import { createBrowserRouter } from 'react-router';
import { settingRoutes } from '../data/setting-entries.js';
import { pageRoutes } from './page-routes.js';
import { routeTree } from './route-tree.js';

export type Router = ReturnType<typeof createBrowserRouter>;

/** Begins to load the page that the address names. */
export function openRouter(): Router {
  settingRoutes.set(pageRoutes);
  return createBrowserRouter(routeTree);
}
