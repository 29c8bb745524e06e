export { PROBE_WRITE, probeWrite } from './probe-write.js';
export type { Setting } from './settings/setting-store.js';
export type { SettingKind, SettingKinds, SettingValue } from './settings/setting-table.js';
export type { Release, SystemDeps } from './system-deps.js';
export { systemRoutes } from './system-routes.js';
