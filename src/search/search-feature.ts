import type { Feature } from '../feature/index.js';
import type { SearchIndex } from './indexing/create-index.js';
import type { DocumentSource } from './indexing/document-source.js';
import { rebuildJob } from './indexing/rebuild-job.js';
import { exportJob } from './routes/export-jobs.js';
import { searchRoutes } from './search-routes.js';
import { searchSettingKind } from './settings/search-setting-kind.js';

export interface SearchFeatureDeps {
  index: SearchIndex;
  /** Where the documents of a rebuild are built; default: the thread of the job. */
  openDocuments?: (() => DocumentSource) | undefined;
}

/** Search over HTTP, its settings, and the rebuild of its index. */
export function searchFeature(deps: SearchFeatureDeps) {
  return {
    name: 'search',
    routes: searchRoutes(),
    jobs: [rebuildJob(deps), exportJob],
    settings: searchSettingKind,
  } satisfies Feature;
}
