import { children, usageSummary } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { nameFilters } from './name-filters.js';
import { profilerConfigRoutes } from './profiler-config-routes.js';

const path = '/v1/databases';

const within = { service: 'databaseService' };

export const database = defineAsset({
  name: 'database',
  path,
  schema: 'entity/data/database',
  create: 'api/data/createDatabase',
  about: 'A database of a service; it contains schemas.',
  search: { calledAs: ['database'] },
  within,
  traits: [usageSummary, children({ field: 'databaseSchemas', type: 'databaseSchema' })],
  onRequest: ['databaseProfilerConfig'],
  unversioned: ['databaseProfilerConfig'],
  readOnly: ['location'],
  preserveOnPut: ['sourceUrl', 'retentionPeriod'],
  filters: nameFilters('database', within),
  routes: profilerConfigRoutes('database', path, 'databaseProfilerConfig'),
});
