import type { PartRule } from '../../catalog/index.js';
import { usageSummary } from '../../traits/index.js';
import { profilerConfigRoutes } from '../data/profiler-config-routes.js';
import { defineAsset } from '../define-asset.js';
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

export const table = defineAsset({
  name: 'table',
  path,
  schema: 'entity/data/table',
  create: 'api/data/createTable',
  about: 'A table, view or similar relation with its columns.',
  countedAs: { entities: 'tableCount' },
  search: { calledAs: ['table', 'dataset', 'column', 'field'] },
  within: { databaseSchema: 'databaseSchema', database: 'database', service: 'databaseService' },
  traits: [usageSummary, joins],
  parts: [columns],
  likeParts: [{ path: 'dataModel.columns', children: 'children' }],
  onRequest: ['tableConstraints', 'schemaDefinition', 'tableProfilerConfig', 'customMetrics', 'pipelineObservability'],
  namesOthers: { fields: ['tableConstraints'], hide: hideReferred },
  unversioned: ['processedLineage', 'tableProfilerConfig', 'customMetrics', 'pipelineObservability'],
  shownOnCreate: ['owners'],
  preserveOnPut: ['dataModel', 'tableProfilerConfig', 'fileFormat'],
  inheritedValues: ['retentionPeriod'],
  readOnly: ['profile', 'sampleData', 'joins', 'usageSummary', 'testSuite'],
  filters: {
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
