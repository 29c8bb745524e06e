import type { PageRoute } from './page-route.js';
import { createStore } from './store.js';

/** Pages that have an entry on the page of settings; the router fills it in, so that pages need not know each other. */
export const settingRoutes = createStore<readonly PageRoute[]>([]);
