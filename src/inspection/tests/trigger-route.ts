import { type DataRoute, json, type Reply, type Request, type Scope } from '../../catalog/index.js';
import { TEST_TYPE, targetToChange } from '../../entities/index.js';
import { enqueueJob } from '../../jobs/index.js';
import type { EntityRow, JobRow } from '../../storage/index.js';
import { runTests } from './run-tests-job.js';

/** Enqueues a run of what the row is, unless one waits or runs. Runs of cases of one suite follow each other. */
export function enqueueTests(
  { id }: Pick<EntityRow, 'id'>,
  suiteId: string,
  scope: Pick<Scope, 'sql' | 'context' | 'actor' | 'invalidate'>,
): Promise<JobRow> {
  return enqueueJob(runTests, { target: id }, scope, { key: id, lane: suiteId });
}

export function triggerRoute(): DataRoute {
  return {
    kind: 'write',
    method: 'POST',
    path: '/v1/dataQuality/testSuites/{id}/trigger',
    docs: {
      operationId: 'trigger_testSuite',
      summary: 'Run the tests of a suite',
      description:
        'Runs the tests of a suite in the databases that their tables lie in, as a job: `/v1/jobs/{jobId}` shows its progress and cancels it. While a run waits or is under way, its job is returned instead of another. Results are stored like those that clients report; a test that cannot run is `Aborted` with the reason. An extension of this server: the interface has no such operation.',
      tag: TEST_TYPE.suite,
      answers: {
        202: {
          description: 'The job',
          schema: {
            inline: {
              type: 'object',
              properties: {
                jobId: { type: 'string', format: 'uuid' },
                message: { type: 'string' },
              },
              required: ['jobId', 'message'],
            },
          },
        },
      },
      errors: [404],
    },
    handle: trigger,
  };
}

async function trigger(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await targetToChange(TEST_TYPE.suite, request, 'EditTests', scope);
  const job = await enqueueTests(row, row.id, scope);
  const message = job.state === 'running' ? 'The tests of the suite are running' : 'The tests of the suite will run';
  return json(202, { jobId: job.id, message });
}
