export { appFeature } from './apps/app-feature.js';
export { retentionFeature, retentionJobs } from './retention/retention-feature.js';
export type { Setting } from './settings/setting-store.js';
export type { Release, SystemDeps } from './system-deps.js';
export { systemFeature } from './system-feature.js';
export { systemRoutes } from './system-routes.js';
