export * from './history.js';
export {
  countVersionsBetween,
  type VersionPage,
  type VersionPlace,
  type VersionQuery,
  versionsBetween,
} from './versions-between.js';
