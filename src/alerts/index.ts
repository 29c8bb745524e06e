import type { Feature } from '../feature/index.js';
import { catalogRoutes } from './routes/catalog-routes.js';

/** Alerts beyond their type, which `entities` declares. */
export const alertFeature = { name: 'alerts', routes: catalogRoutes } satisfies Feature;
