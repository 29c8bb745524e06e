import { usageSummary } from '../../traits/index.js';
import { columnParts } from '../columns/column-parts.js';
import { defineAsset } from '../define-asset.js';
import { sampleDataRoutes, sampleRows } from '../sample-data.js';
import { lastModifiedBy } from './last-modified-by.js';

const path = '/v1/drives/files';

export const file = defineAsset({
  name: 'file',
  path,
  schema: 'entity/data/file',
  create: 'api/data/createFile',
  about: 'A file of a drive, with its columns if it holds a table.',
  search: { text: { path: 'parts' } },
  within: { directory: 'directory', service: 'driveService' },
  parents: [
    { field: 'directory', type: 'directory', given: 'fqn' },
    { field: 'service', type: 'driveService', given: 'fqn' },
  ],
  traits: [usageSummary, lastModifiedBy],
  parts: [columnParts('columns')],
  references: [{ in: 'columns', field: 'owners' }],
  with: ['restoreById'],
  readOnly: ['sampleData'],
  preserveOnPut: ['sourceUrl'],
  filters: {
    root: { by: 'top', types: ['driveService'] },
    fileType: { by: 'equals', field: 'fileType' },
  },
  routes: sampleDataRoutes(sampleRows({ type: 'file', path })),
});
