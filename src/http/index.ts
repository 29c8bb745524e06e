export { type CatalogServerDeps, createCatalogServer } from './create-catalog-server.js';
export type { Server } from './create-server.js';
export { buildDocument } from './openapi/build-document.js';
export type { Authenticate, Writes } from './ports.js';
