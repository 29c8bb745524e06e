export * from './history.js';
export * from './tidy-versions.js';
export {
  countVersionsBetween,
  type MadeVersion,
  type VersionPage,
  type VersionPlace,
  type VersionQuery,
  versionsBetween,
} from './versions-between.js';
