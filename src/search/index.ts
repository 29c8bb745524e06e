export { checkIndex } from './indexing/check-index.js';
export { createSearchIndex, type DocumentSlice, type SearchIndex } from './indexing/create-index.js';
export {
  type DocumentSource,
  inlineSource,
  type SliceReply,
  type ToIndexer,
  threadSource,
} from './indexing/document-source.js';
export { beginRebuild, hasWork, isUnderWay, type Rebuild, readRebuild } from './indexing/rebuild.js';
export { type RebuildJobDeps, rebuildJob, requestRebuild } from './indexing/rebuild-job.js';
export { runRebuild } from './indexing/run-rebuild.js';
export { warmSearch } from './indexing/warm-search.js';
export { searchFeature } from './search-feature.js';
export { searchRoutes } from './search-routes.js';
