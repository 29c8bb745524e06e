import { createBrowserRouter } from 'react-router';
import { settingRoutes } from '../data/setting-entries.js';
import { pageRoutes } from './page-routes.js';
import { routeTree } from './route-tree.js';

settingRoutes.set(pageRoutes);

export const router = createBrowserRouter(routeTree);
