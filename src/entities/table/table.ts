import { defineType, type PartRule } from '../../catalog/index.js';
import {
  certification,
  dataProducts,
  domains,
  followers,
  owners,
  tags,
  usageSummary,
  votes,
} from '../../traits/index.js';
import { profilerConfigRoutes } from '../data/profiler-config-routes.js';
import { mergeLifeCycle } from '../life-cycle.js';
import { checkConstraints, linkReferredTables } from './check-constraints.js';
import { checkPartition } from './check-partition.js';
import { checkColumns, completeColumn } from './columns/check-columns.js';
import { columnRoutes } from './columns/column-routes.js';
import { dataModelRoute } from './data-model-route.js';
import { entityRelationshipRoutes } from './entity-relationship.js';
import { joins, joinsRoute } from './joins.js';
import { pipelineObservabilityRoutes } from './pipeline-observability.js';
import { checkProfilerConfig } from './profile/check-profiler-config.js';
import { customMetricRoutes } from './profile/custom-metric-routes.js';
import { profileRoutes } from './profile/profile-routes.js';
import { sampleDataRoutes } from './sample-data.js';
import { hideReferred } from './shown-tables.js';
import { tableContext } from './table-context.js';

const path = '/v1/tables';

const columns: PartRule = {
  path: 'columns',
  children: 'children',
  nameList: 'columnNames',
  major: ['dataType', 'arrayDataType'],
  limits: ['dataLength', 'precision', 'scale'],
  tagged: true,
  complete: completeColumn,
  kept: ['description', 'displayName'],
  carried: ['customMetrics', 'extension'],
};

export const table = defineType({
  name: 'table',
  path,
  schema: 'entity/data/table',
  create: 'api/data/createTable',
  about: 'A table, view or similar relation with its columns.',
  dataAsset: true,
  countedAs: { entities: 'tableCount' },
  search: { calledAs: ['table', 'dataset', 'column', 'field'] },
  parents: [{ field: 'databaseSchema', type: 'databaseSchema', given: 'fqn' }],
  parentRequired: true,
  inheritedCore: ['serviceType'],
  with: ['bulk', 'deleteStale'],
  traits: [owners, tags, domains, dataProducts, followers, votes, certification, usageSummary, joins],
  parts: [columns],
  likeParts: [{ path: 'dataModel.columns', children: 'children' }],
  onRequest: [
    'tableConstraints',
    'schemaDefinition',
    'tableProfilerConfig',
    'customMetrics',
    'extension',
    'pipelineObservability',
  ],
  namesOthers: { fields: ['tableConstraints'], hide: hideReferred },
  silent: ['sourceHash', 'processedLineage', 'tableProfilerConfig', 'customMetrics', 'pipelineObservability'],
  mergedOnPut: { lifeCycle: mergeLifeCycle },
  shownOnCreate: ['owners'],
  keptOnPut: ['extension', 'lifeCycle', 'sourceHash', 'dataModel', 'tableProfilerConfig', 'fileFormat'],
  fixed: ['profile', 'sampleData', 'joins', 'usageSummary', 'testSuite'],
  filters: {
    databaseSchema: { by: 'below', type: 'databaseSchema', given: 'fqn' },
    database: { by: 'below', type: 'database', given: 'fqn' },
    service: { by: 'below', type: 'databaseService', given: 'fqn' },
    tableType: { by: 'equals', field: 'tableType' },
  },
  routes: [
    ...columnRoutes(path),
    ...sampleDataRoutes('table', path),
    ...profileRoutes(path),
    ...profilerConfigRoutes('table', path, 'tableProfilerConfig', checkProfilerConfig),
    ...customMetricRoutes(path),
    ...pipelineObservabilityRoutes(path),
    ...entityRelationshipRoutes(path),
    dataModelRoute(path),
    joinsRoute(path),
  ],
  context: tableContext,
  hooks: {
    async check(after, before, scope) {
      checkColumns(after);
      checkPartition(after);
      await checkConstraints(after, before, scope);
    },
    stored: linkReferredTables,
  },
});
