import { defineAsset } from '../define-asset.js';

export const storedProcedure = defineAsset({
  name: 'storedProcedure',
  path: '/v1/storedProcedures',
  schema: 'entity/data/storedProcedure',
  create: 'api/data/createStoredProcedure',
  about: 'A procedure or function of a schema, with its code.',
  within: { databaseSchema: 'databaseSchema', database: 'database', service: 'databaseService' },
  search: { calledAs: ['procedure', 'stored procedure'], text: { 'storedProcedureCode.code': 'body' } },
  unversioned: ['processedLineage'],
  preserveOnPut: ['sourceUrl', 'processedLineage'],
});
