import { children, usageSummary } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { lastModifiedBy } from './last-modified-by.js';

export const spreadsheet = defineAsset({
  name: 'spreadsheet',
  path: '/v1/drives/spreadsheets',
  schema: 'entity/data/spreadsheet',
  create: 'api/data/createSpreadsheet',
  about: 'A spreadsheet of a drive, with its worksheets.',
  search: { text: { path: 'parts' } },
  within: { directory: 'directory', service: 'driveService' },
  parents: [
    { field: 'parent', type: 'directory', given: 'ref' },
    { field: 'service', type: 'driveService', given: 'fqn' },
  ],
  traits: [children({ field: 'worksheets', type: 'worksheet' }), usageSummary, lastModifiedBy],
  preserveOnPut: ['sourceUrl'],
  filters: { root: { by: 'top', types: ['driveService'] } },
});
