/** Background jobs on entity versions. */
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { declareJob } from '../../jobs/index.js';
import { getSetting, putSetting, TIDIED, type Tidying, tidyVersions, type VersionTime } from '../../storage/index.js';

const VERSIONS_AT_ONCE = 500;

/** Removes versions older than `keepMs`, except the newest stored version of each entity. */
export function forgetVersions(keepMs: number): FeatureJob<null> {
  return {
    ...declareJob({ name: 'history.retention' }),
    schedule: '17 * * * *',
    async run(_, { context, transaction }) {
      await tidy(transaction, { after: -1, before: context.now() - keepMs, forget: true });
    },
  };
}

/** Removes remnants of merged versions once no further change can be merged into them. */
export const tidyMerged: FeatureJob<null> = {
  ...declareJob({ name: TIDIED }),
  schedule: '37 * * * *',
  async run(_, { store, context, catalog, transaction }) {
    const mark = await store.read((sql) => getSetting(sql, TIDIED));
    const [after, before] = [mark?.updated_at ?? -1, context.now() - catalog.options.mergeWindow];
    if (before <= after) return;
    await tidy(transaction, { after, before, forget: false });
    await transaction(({ sql }) => putSetting(sql, { name: TIDIED, updated_at: before - 1, doc: 'null' }));
  },
};

async function tidy(transaction: JobDeps['transaction'], what: Tidying): Promise<void> {
  let next: VersionTime | null = null;
  do {
    const from: VersionTime | null = next;
    next = await transaction(({ sql }) => tidyVersions(sql, what, from, VERSIONS_AT_ONCE));
  } while (next);
}
