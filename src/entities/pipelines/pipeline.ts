import { usageSummary } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { resolveInParts } from '../part-references.js';
import { observabilityRoute } from './observability.js';
import { overviewRoutes } from './overview-routes.js';
import { pipelineContext } from './pipeline-context.js';
import { latestRun } from './runs.js';
import { statusRoutes } from './status-routes.js';
import { tasks } from './tasks.js';
import { trendRoutes } from './trend-routes.js';

const path = '/v1/pipelines';

export const pipeline = defineAsset({
  name: 'pipeline',
  path,
  schema: 'entity/data/pipeline',
  create: 'api/data/createPipeline',
  about: 'A data pipeline with its tasks and the status of its runs.',
  countedAs: { entities: 'pipelineCount' },
  search: { calledAs: ['pipeline', 'task'], facets: ['state'] },
  within: { service: 'pipelineService' },
  alerts: {
    triggers: [
      {
        name: 'GetPipelineStatusUpdates',
        title: 'Pipeline Status Updates',
        condition: 'matchPipelineState(${pipelineStateList})',
      },
    ],
    result: {
      function: 'matchPipelineState',
      ...{ in: 'change', field: 'pipelineStatus', status: 'executionStatus', anyCase: true },
    },
  },
  traits: [latestRun, usageSummary],
  parts: [tasks],
  references: [{ in: 'tasks', field: 'owners' }],
  onRequest: ['tasks'],
  preserveOnPut: ['sourceUrl', 'state'],
  routes: [...trendRoutes(path), ...overviewRoutes(path), ...statusRoutes(path), observabilityRoute(path)],
  context: pipelineContext,
  hooks: {
    check: (after, before, scope) =>
      resolveInParts(
        after,
        before,
        { rule: tasks, field: 'owners', types: scope.catalog.registry.targetsOf('owners') },
        scope,
      ),
  },
});
