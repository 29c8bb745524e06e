import { defineType } from '../../catalog/index.js';
import { certification, dataProducts, domains, followers, owners, tags, votes } from '../../traits/index.js';
import { mergeLifeCycle } from '../life-cycle.js';

export const storedProcedure = defineType({
  name: 'storedProcedure',
  path: '/v1/storedProcedures',
  schema: 'entity/data/storedProcedure',
  create: 'api/data/createStoredProcedure',
  about: 'A procedure or function of a schema, with its code.',
  dataAsset: true,
  parents: [{ field: 'databaseSchema', type: 'databaseSchema', given: 'fqn' }],
  parentRequired: true,
  inheritedCore: ['serviceType'],
  with: ['bulk', 'deleteStale'],
  search: { calledAs: ['procedure', 'stored procedure'], text: { 'storedProcedureCode.code': 'body' } },
  traits: [owners, tags, domains, dataProducts, followers, votes, certification],
  onRequest: ['extension'],
  silent: ['sourceHash', 'processedLineage'],
  mergedOnPut: { lifeCycle: mergeLifeCycle },
  keptOnPut: ['extension', 'lifeCycle', 'sourceUrl', 'sourceHash', 'processedLineage'],
  filters: {
    databaseSchema: { by: 'below', type: 'databaseSchema', given: 'fqn' },
    database: { by: 'below', type: 'database', given: 'fqn' },
    service: { by: 'below', type: 'databaseService', given: 'fqn' },
  },
});
