import type { FeatureJob } from '../../../feature/index.js';
import { declareJob } from '../../../jobs/index.js';
import { deleteResultsBefore } from '../../../storage/index.js';

/** Rows removed by one transaction. */
const SLICE = 500;

/** Removes results older than this, except the newest of each test case. */
export function forgetResults(keepMs: number): FeatureJob<null> {
  return {
    ...declareJob({ name: 'quality.retention' }),
    schedule: '37 * * * *',
    async run(_, { transaction, context, signal }) {
      const before = context.now() - keepMs;
      for (let removed = SLICE; removed === SLICE && !signal.aborted; )
        removed = await transaction(({ sql }) => deleteResultsBefore(sql, before, SLICE));
    },
  };
}
