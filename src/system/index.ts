export { readSetting, type Setting } from './settings/setting-store.js';
export type { SettingValue } from './settings/setting-table.js';
export type { Release, SystemDeps } from './system-deps.js';
export { systemRoutes } from './system-routes.js';
