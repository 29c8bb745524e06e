export { checkIndex } from './check-index.js';
export { createSearchIndex, type SearchIndex } from './create-index.js';
export { beginRebuild, continueRebuild, isUnderWay, type Rebuild, readRebuild } from './rebuild.js';
export { REBUILD_STEP, rebuildCommand } from './routes/maintenance-routes.js';
export { searchRoutes } from './search-routes.js';
