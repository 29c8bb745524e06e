import type { PipelineServiceClientResponse } from '../../contract/index.js';
import { changeEntity, type DataRoute, json, readDocument } from '../catalog/index.js';
import { targetToChange, workflow } from '../entities/index.js';
import { enqueueJob } from '../jobs/index.js';
import type { Runner } from './runner.js';
import { requireRunner, workflowRuns } from './workflow-job.js';

/** Starts a workflow; its `status` and `response` show the progress. */
export function triggerRoute(runner: Runner | null): DataRoute {
  return {
    kind: 'write',
    method: 'POST',
    path: `${workflow.path}/trigger/{id}`,
    docs: {
      operationId: 'trigger_workflow',
      summary: 'Run a workflow',
      description:
        'Starts the workflow in the background. Its `status` and `response` show the progress; a run that has begun is not started twice. Workflows other than connection tests need a runner.',
      tag: workflow.name,
      answers: {
        200: {
          description: 'The workflow was started',
          schema: 'entity/services/ingestionPipelines/pipelineServiceClientResponse',
        },
      },
      errors: [404],
    },
    async handle(request, scope) {
      const { type, row } = await targetToChange(workflow.name, request, 'Trigger', scope);
      const { workflowType, status } = readDocument(row);
      if (workflowType !== 'TEST_CONNECTION') requireRunner(runner, { workflowType });
      const enqueue = (key: string) => enqueueJob(workflowRuns, { workflowId: row.id }, scope, { key, lane: row.id });
      let job = await enqueue(row.id);
      // The last run has reported its result, but its job has not ended yet.
      if (job.attempts > 0 && isResult(status)) job = await enqueue(`${row.id} again`);
      if (job.attempts === 0)
        await changeEntity(type, row, ({ response: _, ...rest }) => ({ ...rest, status: 'Running' }), scope);
      const answer = { code: 200, reason: 'The workflow was started', platform: 'Cairn', runId: job.id };
      return json<PipelineServiceClientResponse>(200, answer);
    },
  };
}

const isResult = (status: unknown): boolean => status === 'Successful' || status === 'Failed';
