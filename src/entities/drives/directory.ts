import { children, usageSummary } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';

export const directory = defineAsset({
  name: 'directory',
  path: '/v1/drives/directories',
  schema: 'entity/data/directory',
  create: 'api/data/createDirectory',
  about: 'A directory of a drive; directories can be nested.',
  search: { text: { path: 'parts' } },
  within: { parent: 'directory', service: 'driveService' },
  parents: [
    { field: 'parent', type: 'directory', given: 'fqn' },
    { field: 'service', type: 'driveService', given: 'fqn' },
  ],
  traits: [children({ field: 'children', type: ['directory', 'file', 'spreadsheet'] }), usageSummary],
  with: ['restoreById'],
  onRequest: ['parent'],
  unversioned: ['numberOfFiles', 'numberOfSubDirectories', 'totalSize'],
  preserveOnPut: ['sourceUrl'],
  filters: { root: { by: 'top', types: ['driveService'] } },
});
