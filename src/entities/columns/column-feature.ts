import type { Feature } from '../../feature/index.js';
import { columnUpdateJob } from './run-update-jobs.js';
import { singleColumnRoutes } from './single-column-routes.js';
import { updateJobRoute } from './update-job-route.js';
import { startColumnUpdates } from './update-jobs.js';

/** Columns by their names, and updates of many of them. */
export const columnFeature = {
  name: 'columns',
  routes: [...singleColumnRoutes(), updateJobRoute()],
  commands: [startColumnUpdates],
  jobs: [columnUpdateJob],
} satisfies Feature;
