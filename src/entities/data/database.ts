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
import { profilerConfigRoutes } from './profiler-config-routes.js';

const path = '/v1/databases';

export const database = defineType({
  name: 'database',
  path,
  schema: 'entity/data/database',
  create: 'api/data/createDatabase',
  about: 'A database of a service; it contains schemas.',
  dataAsset: true,
  search: { calledAs: ['database'] },
  parents: [{ field: 'service', type: 'databaseService', given: 'fqn' }],
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
    children({ field: 'databaseSchemas', type: 'databaseSchema' }),
  ],
  onRequest: ['databaseProfilerConfig', 'extension'],
  silent: ['sourceHash', 'databaseProfilerConfig'],
  mergedOnPut: { lifeCycle: mergeLifeCycle },
  keptOnPut: ['extension', 'lifeCycle', 'sourceUrl', 'retentionPeriod', 'sourceHash'],
  filters: { service: { by: 'below', type: 'databaseService', given: 'fqn' } },
  routes: profilerConfigRoutes('database', path, 'databaseProfilerConfig'),
});
