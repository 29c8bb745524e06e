import type { FeatureJob } from '../feature/index.js';
import { declareJob } from '../jobs/index.js';
import { deleteEndedThreads } from '../storage/index.js';

/** Threads removed by one transaction, with their posts and reactions. */
const SLICE = 100;

/** Removes closed threads whose last change is older than the retention time. */
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
