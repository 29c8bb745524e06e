import type { Feature } from '../../feature/index.js';
import { runColumnUpdates } from './run-update-jobs.js';
import { singleColumnRoutes } from './single-column-routes.js';
import { updateJobRoute } from './update-job-route.js';
import { COLUMN_UPDATES, startColumnUpdates } from './update-jobs.js';

/** Columns by their names, and updates of many of them. */
export const columnFeature = {
  name: 'columns',
  routes: [...singleColumnRoutes(), updateJobRoute()],
  commands: [startColumnUpdates],
  jobs: [
    {
      name: COLUMN_UPDATES,
      everyMs: 5000,
      run: (signal, { store, transaction }) => runColumnUpdates({ read: store.read, transaction }, signal),
    },
  ],
} satisfies Feature;
