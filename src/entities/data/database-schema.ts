import { defineType } from '../../catalog/index.js';
import {
  certification,
  children,
  dataProducts,
  domains,
  followers,
  owners,
  tags,
  usageSummary,
  votes,
} from '../../traits/index.js';
import { mergeLifeCycle } from '../life-cycle.js';
import { schemaRelationshipRoute } from '../table/entity-relationship.js';
import { profilerConfigRoutes } from './profiler-config-routes.js';

const path = '/v1/databaseSchemas';

export const databaseSchema = defineType({
  name: 'databaseSchema',
  path,
  schema: 'entity/data/databaseSchema',
  create: 'api/data/createDatabaseSchema',
  about: 'A schema of a database; it contains tables and stored procedures.',
  dataAsset: true,
  search: { calledAs: ['schema'] },
  parents: [{ field: 'database', type: 'database', given: 'fqn' }],
  parentRequired: true,
  inheritedCore: ['serviceType'],
  with: ['bulk', 'deleteStale'],
  traits: [
    owners,
    tags,
    domains,
    dataProducts,
    followers,
    votes,
    certification,
    usageSummary,
    children({ field: 'tables', type: 'table' }),
  ],
  onRequest: ['databaseSchemaProfilerConfig', 'extension'],
  silent: ['sourceHash', 'databaseSchemaProfilerConfig'],
  mergedOnPut: { lifeCycle: mergeLifeCycle },
  shownOnCreate: ['owners'],
  keptOnPut: ['extension', 'lifeCycle', 'sourceUrl', 'retentionPeriod', 'sourceHash'],
  filters: {
    database: { by: 'below', type: 'database', given: 'fqn' },
    service: { by: 'below', type: 'databaseService', given: 'fqn' },
  },
  routes: [
    ...profilerConfigRoutes('databaseSchema', path, 'databaseSchemaProfilerConfig'),
    schemaRelationshipRoute(path),
  ],
});
