export { profilerJob, profilerRuns } from './pipeline-job.js';
export { messageOf, profileJob } from './profile-job.js';
export { profileRoutes } from './profile-routes.js';
export { createProfiler, type TableOutcome } from './profile-tables.js';
export { tablesBelow } from './tables-below.js';
