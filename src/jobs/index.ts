export { createJobs, type Job, type Jobs, type JobsDeps } from './create-jobs.js';
export {
  declareJob,
  JOBS_CHANNEL,
  type JobDeclaration,
  type JobKind,
  type JobOptions,
  type JobProgress,
  type JobScope,
  type JobWork,
} from './declare-job.js';
export { type EnqueueOptions, enqueueJob } from './enqueue-job.js';
export { findJob } from './find-job.js';
export { createPace, type Pace } from './pace.js';
export { JobFailure, publicError } from './run-job.js';
export { type JobQueue, type QueueDeps, startJobQueue } from './run-queue.js';
export { nextRun } from './schedule-jobs.js';
