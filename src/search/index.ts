export { createSearchIndex, type SearchIndex } from './create-index.js';
export { searchRoutes } from './search-routes.js';
