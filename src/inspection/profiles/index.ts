export { profilerJob, profilerPipeline } from './pipeline-job.js';
export { ENQUEUE_PROFILE, enqueueProfile, outcomesOf, profileJob, profileRuns } from './profile-job.js';
export { profileRoutes } from './profile-routes.js';
export type { TableOutcome } from './profile-tables.js';
