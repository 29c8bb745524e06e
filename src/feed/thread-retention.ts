import type { FeatureJob } from '../feature/index.js';
import { declareJob } from '../jobs/index.js';
import { deleteEndedThreads } from '../storage/index.js';

/** Threads removed by one transaction, with their posts and reactions. */
const SLICE = 100;

/** Removes threads that ended, and changed last before this. */
export function forgetThreads(keepMs: number): FeatureJob<null> {
  return {
    ...declareJob({ name: 'feed.retention' }),
    schedule: '47 * * * *',
    async run(_, { transaction, context, signal }) {
      const before = context.now() - keepMs;
      for (let removed = SLICE; removed === SLICE && !signal.aborted; )
        removed = await transaction(({ sql }) => deleteEndedThreads(sql, before, SLICE));
    },
  };
}
