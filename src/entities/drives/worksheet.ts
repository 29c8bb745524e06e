import { usageSummary } from '../../traits/index.js';
import { columnParts } from '../columns/column-parts.js';
import { defineAsset } from '../define-asset.js';

export const worksheet = defineAsset({
  name: 'worksheet',
  path: '/v1/drives/worksheets',
  schema: 'entity/data/worksheet',
  create: 'api/data/createWorksheet',
  about: 'A sheet of a spreadsheet, with its columns.',
  within: { spreadsheet: 'spreadsheet', service: 'driveService' },
  parents: [
    { field: 'spreadsheet', type: 'spreadsheet', given: 'fqn' },
    { field: 'service', type: 'driveService', given: 'fqn' },
  ],
  traits: [usageSummary],
  parts: [columnParts('columns')],
  references: [{ in: 'columns', field: 'owners' }],
  onRequest: ['columns'],
  readOnly: ['sampleData'],
  preserveOnPut: ['sourceUrl'],
});
