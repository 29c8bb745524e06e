export { createJobs, type Jobs, type JobsDeps } from './create-jobs.js';
export type { Job } from './job.js';
