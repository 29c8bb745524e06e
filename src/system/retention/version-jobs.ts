/** Work on the versions of entities beside requests. */
import type { FeatureJob } from '../../feature/index.js';
import {
  getSetting,
  putSetting,
  type Store,
  TIDIED,
  type Tidying,
  tidyVersions,
  type VersionTime,
} from '../../storage/index.js';

const HOUR = 3_600_000;
const VERSIONS_AT_ONCE = 500;

/** Removes versions older than a time, but for the newest kept of each entity. */
export function forgetVersions(keepMs: number): FeatureJob {
  return {
    name: 'history.retention',
    everyMs: HOUR,
    async run(signal, { store, context }) {
      await tidy(store, { after: -1, before: context.now() - keepMs, forget: true }, signal);
    },
  };
}

/** Removes what is left of versions that later changes were merged into, once they can be merged into no more. */
export const tidyMerged: FeatureJob = {
  name: TIDIED,
  everyMs: HOUR,
  async run(signal, { store, context, catalog }) {
    const mark = await store.read((sql) => getSetting(sql, TIDIED));
    const [after, before] = [mark?.updated_at ?? -1, context.now() - catalog.options.mergeWindow];
    if (before <= after || !(await tidy(store, { after, before, forget: false }, signal))) return;
    await store.write((tx) => putSetting(tx, { name: TIDIED, updated_at: before - 1, doc: 'null' }));
  },
};

/** Slice by slice; whether it came to the end. */
async function tidy(store: Store, what: Tidying, signal: AbortSignal): Promise<boolean> {
  let place: VersionTime | null = null;
  do {
    const from: VersionTime | null = place;
    place = await store.write((tx) => tidyVersions(tx, what, from, VERSIONS_AT_ONCE));
  } while (place && !signal.aborted);
  return place === null;
}
