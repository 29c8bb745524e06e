import { children, usageSummary } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { schemaRelationshipRoute } from '../table/entity-relationship.js';
import { profilerConfigRoutes } from './profiler-config-routes.js';

const path = '/v1/databaseSchemas';

export const databaseSchema = defineAsset({
  name: 'databaseSchema',
  path,
  schema: 'entity/data/databaseSchema',
  create: 'api/data/createDatabaseSchema',
  about: 'A schema of a database; it contains tables and stored procedures.',
  search: { calledAs: ['schema'] },
  within: { database: 'database', service: 'databaseService' },
  traits: [usageSummary, children({ field: 'tables', type: 'table' })],
  onRequest: ['databaseSchemaProfilerConfig'],
  unversioned: ['databaseSchemaProfilerConfig'],
  shownOnCreate: ['owners'],
  preserveOnPut: ['sourceUrl', 'retentionPeriod'],
  inheritedValues: ['retentionPeriod'],
  routes: [
    ...profilerConfigRoutes('databaseSchema', path, 'databaseSchemaProfilerConfig'),
    schemaRelationshipRoute(path),
  ],
});
