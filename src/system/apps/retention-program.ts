import type { FeatureJob } from '../../feature/index.js';
import { declareJob, enqueueJob } from '../../jobs/index.js';
import type { AppProgram } from './app-programs.js';
import { finishRun } from './app-runs.js';

const runs = declareJob({ name: 'apps.dataRetention' });

/** Removes expired data now instead of at the next hour, with the same jobs and options. */
export function retentionProgram(jobs: readonly FeatureJob<null>[]): { program: AppProgram; job: FeatureJob<null> } {
  return {
    program: { start: (scope) => enqueueJob(runs, null, scope, { key: 'one' }) },
    job: {
      ...runs,
      async run(_, work) {
        for (const job of jobs) await job.run(null, work);
        await work.transaction((scope) => finishRun(work.job.id, scope));
      },
    },
  };
}
