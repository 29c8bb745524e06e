import { usageSummary } from '../../traits/index.js';
import { changeTrigger } from '../alerts/change-trigger.js';
import { columnRoutes } from '../columns/column-list-routes.js';
import { columnParts } from '../columns/column-parts.js';
import { nameFilters } from '../data/name-filters.js';
import { profilerConfigRoutes } from '../data/profiler-config-routes.js';
import { defineAsset } from '../define-asset.js';
import { recordTableStatements } from '../quality/source-statements.js';
import { suiteOfTable } from '../quality/suites/suite-fields.js';
import { sampleDataRoutes, sampleRows } from '../sample-data.js';
import { checkConstraints, linkReferredTables } from './check-constraints.js';
import { checkPartition } from './check-partition.js';
import { checkColumns } from './columns/check-columns.js';
import { dataModelRoute } from './data-model-route.js';
import { entityRelationshipRoutes } from './entity-relationship.js';
import { joins, joinsRoute } from './joins.js';
import { pipelineObservabilityRoutes } from './pipeline-observability.js';
import { checkProfilerConfig } from './profile/check-profiler-config.js';
import { customMetricRoutes } from './profile/custom-metric-routes.js';
import { profileRoutes } from './profile/profile-routes.js';
import { hideNamed } from './shown-tables.js';
import { tableContext } from './table-context.js';

const path = '/v1/tables';

const within = { databaseSchema: 'databaseSchema', database: 'database', service: 'databaseService' };

export const table = defineAsset({
  name: 'table',
  path,
  schema: 'entity/data/table',
  create: 'api/data/createTable',
  about: 'A table, view or similar relation with its columns.',
  countedAs: { entities: 'tableCount' },
  search: { calledAs: ['table', 'dataset', 'column', 'field'], items: ['tableConstraints.constraintType'] },
  within,
  traits: [usageSummary, joins, suiteOfTable],
  parts: [columnParts('columns', 'tableColumn')],
  alerts: {
    triggers: [
      changeTrigger('GetTableSchemaChanges', 'Table Schema Changes', ['columns', 'dataModel', 'joins']),
      {
        name: 'GetTableMetricsUpdates',
        title: 'Table Metrics Updates',
        condition: "matchAnyFieldChange({'customMetrics', 'profile'})",
      },
    ],
  },
  likeParts: [{ path: 'dataModel.columns', children: 'children' }],
  onRequest: ['tableConstraints', 'schemaDefinition', 'tableProfilerConfig', 'customMetrics', 'pipelineObservability'],
  references: [
    { in: 'customMetrics', field: 'owners' },
    { in: 'columns', field: 'owners' },
    { in: 'dataModel', field: 'owners' },
    { in: 'pipelineObservability', field: 'pipeline', required: true },
  ],
  namesOthers: { fields: ['tableConstraints', 'pipelineObservability'], hide: hideNamed },
  unversioned: ['processedLineage', 'tableProfilerConfig', 'customMetrics', 'pipelineObservability'],
  shownOnCreate: ['owners'],
  preserveOnPut: ['dataModel', 'tableProfilerConfig', 'fileFormat'],
  inheritedValues: ['retentionPeriod'],
  readOnly: ['profile', 'sampleData', 'joins', 'usageSummary', 'testSuite', 'location'],
  filters: {
    tableType: { by: 'equals', field: 'tableType' },
    ...nameFilters('table', within),
  },
  routes: [
    ...columnRoutes('table', path),
    ...sampleDataRoutes(sampleRows({ type: 'table', path })),
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
      checkPartition(after, before);
      await checkConstraints(after, before, scope);
    },
    async stored(row, after, before, scope) {
      await recordTableStatements(row, after, before, scope);
      return linkReferredTables(row, after, before, scope);
    },
  },
});
