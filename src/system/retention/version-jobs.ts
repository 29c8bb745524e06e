/** Work on the versions of entities beside requests. */
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { declareJob } from '../../jobs/index.js';
import { getSetting, putSetting, TIDIED, type Tidying, tidyVersions, type VersionTime } from '../../storage/index.js';

const VERSIONS_AT_ONCE = 500;

/** Removes versions older than a time, but for the newest kept of each entity. */
export function forgetVersions(keepMs: number): FeatureJob<null> {
  return {
    ...declareJob({ name: 'history.retention' }),
    schedule: '17 * * * *',
    async run(_, { context, transaction }) {
      await tidy(transaction, { after: -1, before: context.now() - keepMs, forget: true });
    },
  };
}

/** Removes what is left of versions that later changes were merged into, once they can be merged into no more. */
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

/** Slice by slice. */
async function tidy(transaction: JobDeps['transaction'], what: Tidying): Promise<void> {
  let place: VersionTime | null = null;
  do {
    const from: VersionTime | null = place;
    place = await transaction(({ sql }) => tidyVersions(sql, what, from, VERSIONS_AT_ONCE));
  } while (place);
}
