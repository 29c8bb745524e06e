import type { Feature, FeatureJob } from '../feature/index.js';
import type { SearchIndex } from './create-index.js';
import { type DocumentSource, inlineSource } from './document-source.js';
import { hasWork, readRebuild } from './rebuild.js';
import { REBUILD } from './routes/maintenance-routes.js';
import { type RunRebuildDeps, runRebuild } from './run-rebuild.js';
import { searchRoutes } from './search-routes.js';
import { searchSettingKind } from './settings/search-setting-kind.js';

export interface SearchFeatureDeps {
  index: SearchIndex;
  /** Where the documents of a rebuild come from; default: the thread of the job. */
  openDocuments?: (() => DocumentSource) | undefined;
}

/** Search over HTTP, its settings, and the rebuild of its index. */
export function searchFeature(deps: SearchFeatureDeps) {
  return {
    name: 'search',
    routes: searchRoutes(),
    jobs: [rebuildJob(deps)],
    settings: searchSettingKind,
  } satisfies Feature;
}

/** Goes on with a rebuild that somebody asked for or that was cut off. */
function rebuildJob({ index, openDocuments }: SearchFeatureDeps): FeatureJob {
  return {
    name: REBUILD,
    everyMs: 2000,
    async run(signal, { store: { read }, context, holder, transaction }) {
      if (!hasWork(await read(readRebuild))) return;
      const worker = { now: context.now, holder };
      const write: RunRebuildDeps['write'] = (work) => transaction(({ sql }) => work(sql));
      const open = openDocuments ?? (() => inlineSource(read, index));
      await runRebuild({ read, write, index, worker, open }, signal);
    },
  };
}
