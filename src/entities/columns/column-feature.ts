import type { Feature } from '../../feature/index.js';
import { columnUpdateJob } from './run-update-jobs.js';
import { singleColumnRoutes } from './single-column-routes.js';
import { updateJobRoute } from './update-job-route.js';
import { startColumnUpdates } from './update-jobs.js';

/** Routes for single columns, and jobs that update many. */
export const columnFeature = {
  name: 'columns',
  routes: [...singleColumnRoutes(), updateJobRoute()],
  commands: [startColumnUpdates],
  jobs: [columnUpdateJob],
} satisfies Feature;
