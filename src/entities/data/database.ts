import { children, usageSummary } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { profilerConfigRoutes } from './profiler-config-routes.js';

const path = '/v1/databases';

export const database = defineAsset({
  name: 'database',
  path,
  schema: 'entity/data/database',
  create: 'api/data/createDatabase',
  about: 'A database of a service; it contains schemas.',
  search: { calledAs: ['database'] },
  within: { service: 'databaseService' },
  traits: [usageSummary, children({ field: 'databaseSchemas', type: 'databaseSchema' })],
  onRequest: ['databaseProfilerConfig'],
  unversioned: ['databaseProfilerConfig'],
  readOnly: ['location'],
  preserveOnPut: ['sourceUrl', 'retentionPeriod'],
  routes: profilerConfigRoutes('database', path, 'databaseProfilerConfig'),
});
