export { checkIndex } from './check-index.js';
export { createSearchIndex, type DocumentSlice, type SearchIndex } from './create-index.js';
export {
  type DocumentSource,
  inlineSource,
  type SliceReply,
  type ToIndexer,
  threadSource,
} from './document-source.js';
export { beginRebuild, hasWork, isUnderWay, type Rebuild, readRebuild } from './rebuild.js';
export { REBUILD } from './routes/maintenance-routes.js';
export { type RunRebuildDeps, runRebuild } from './run-rebuild.js';
export { searchRoutes } from './search-routes.js';
export { searchSettingKind } from './settings/search-setting-kind.js';
export { warmSearch } from './warm-search.js';
