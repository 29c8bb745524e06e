/**
 * Routes that forward work to a scheduler. This server has none: operators run workflows themselves. Deploy, trigger
 * and kill return the response that the interface has for a server without a pipeline service client.
 */

import { catalogError, isTextList, type PipelineServiceClientResponse } from '../../../contract/index.js';
import { type DataRoute, json, type Reply, type Request, readJson, type Scope } from '../../catalog/index.js';
import { changedReply, target, targetToChange } from '../entity-route.js';

const response = 'entity/services/ingestionPipelines/pipelineServiceClientResponse';
const disabled = { code: 200, reason: 'Pipeline Client Disabled', platform: 'Disabled' };

export function clientRoutes(path: string): DataRoute[] {
  return [
    onPipeline(path, 'deploy', 'Deploy', 'Deploy a pipeline to the scheduler'),
    onPipeline(path, 'trigger', 'Trigger', 'Start a run of a pipeline'),
    onPipeline(path, 'kill', 'Kill', 'Stop the running runs of a pipeline'),
    bulkDeploy(path),
    toggle(path),
    ...['status', 'ip'].map((name) => schedulerInfo(path, name)),
  ];
}

function onPipeline(path: string, verb: string, operation: string, summary: string): DataRoute {
  return {
    kind: 'read',
    method: 'POST',
    path: `${path}/${verb}/{id}`,
    docs: docsOf(verb, summary),
    async handle(request, scope) {
      await target('ingestionPipeline', request, operation, scope);
      return json<PipelineServiceClientResponse>(200, disabled);
    },
  };
}

function docsOf(verb: string, summary: string) {
  return {
    operationId: `${verb}_ingestionPipeline`,
    summary,
    tag: 'ingestionPipeline',
    answers: { 200: { description: 'The response of the scheduler', schema: response } },
    errors: [404],
  };
}

function bulkDeploy(path: string): DataRoute {
  return {
    kind: 'read',
    method: 'POST',
    path: `${path}/bulk/deploy`,
    docs: {
      ...docsOf('deploy_several', 'Deploy several pipelines'),
      body: { schema: { inline: { type: 'array', items: { type: 'string', format: 'uuid' } } } },
      answers: {
        200: { description: 'The response of the scheduler for each pipeline', schema: { arrayOf: response } },
      },
    },
    handle: deploySeveral,
  };
}

async function deploySeveral(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'Deploy', 'ingestionPipeline');
  const ids = readJson(request);
  if (!isTextList(ids)) throw catalogError('BAD_REQUEST', 'The body must be a list of ids');
  for (const id of ids) await target('ingestionPipeline', { ...request, params: { id } }, 'Deploy', scope);
  return json(
    200,
    ids.map(() => disabled),
  );
}

/** Enables or disables the schedule of a pipeline. */
function toggle(path: string): DataRoute {
  return {
    kind: 'write',
    method: 'POST',
    path: `${path}/toggleIngestion/{id}`,
    docs: {
      ...docsOf('toggle', 'Switch the schedule of a pipeline on or off'),
      answers: { 200: { description: 'The pipeline', schema: 'entity/services/ingestionPipelines/ingestionPipeline' } },
    },
    async handle(request, scope) {
      const found = await targetToChange('ingestionPipeline', request, 'EditAll', scope);
      return changedReply(found, '', (pipeline) => ({ ...pipeline, enabled: pipeline.enabled === false }), scope);
    },
  };
}

function schedulerInfo(path: string, name: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/${name}`,
    docs: docsOf(
      `get_${name}_of_scheduler`,
      name === 'ip' ? 'Get the address of the scheduler' : 'Get the state of the scheduler',
    ),
    handle: async () => json<PipelineServiceClientResponse>(200, disabled),
  };
}
