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
export { runRebuild } from './run-rebuild.js';
export { searchFeature } from './search-feature.js';
export { searchRoutes } from './search-routes.js';
export { warmSearch } from './warm-search.js';
