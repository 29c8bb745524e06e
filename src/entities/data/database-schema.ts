import { children, usageSummary } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { schemaRelationshipRoute } from '../table/entity-relationship.js';
import { nameFilters } from './name-filters.js';
import { profilerConfigRoutes } from './profiler-config-routes.js';

const path = '/v1/databaseSchemas';

const within = { database: 'database', service: 'databaseService' };

export const databaseSchema = defineAsset({
  name: 'databaseSchema',
  path,
  schema: 'entity/data/databaseSchema',
  create: 'api/data/createDatabaseSchema',
  about: 'A schema of a database; it contains tables and stored procedures.',
  search: { calledAs: ['schema'] },
  within,
  traits: [usageSummary, children({ field: 'tables', type: 'table' })],
  onRequest: ['databaseSchemaProfilerConfig'],
  unversioned: ['databaseSchemaProfilerConfig'],
  shownOnCreate: ['owners'],
  preserveOnPut: ['sourceUrl', 'retentionPeriod'],
  inheritedValues: ['retentionPeriod'],
  filters: nameFilters('databaseSchema', within),
  routes: [
    ...profilerConfigRoutes('databaseSchema', path, 'databaseSchemaProfilerConfig'),
    schemaRelationshipRoute(path),
  ],
});
