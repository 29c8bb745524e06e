import { type DataRoute, json, type Reply, type Request, type Scope } from '../../catalog/index.js';
import { permittedCases, TEST_TYPE, targetToChange } from '../../entities/index.js';
import { enqueueJob } from '../../jobs/index.js';
import type { EntityRow, JobRow } from '../../storage/index.js';
import { runTests } from './run-tests-job.js';

/** Enqueues a run of what the row is, unless one of the same person waits or runs. Runs of cases of one suite follow each other. */
export function enqueueTests(
  { id }: Pick<EntityRow, 'id'>,
  suiteId: string,
  scope: Pick<Scope, 'sql' | 'context' | 'actor' | 'invalidate'>,
): Promise<JobRow> {
  // What is run depends on who asks.
  return enqueueJob(runTests, { target: id }, scope, { key: `${id} ${scope.actor.id}`, lane: suiteId });
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
        'Runs the tests of a suite in the databases that their tables lie in, as a job: `/v1/jobs/{jobId}` shows its progress and cancels it. While a run of the same person waits or is under way, its job is returned instead of another. Results are stored like those that clients report; a test that cannot run is `Aborted` with the reason. `leftOut` names the first 100 tests that the caller may see, but which are not run at all, with the reason: the caller may not run them, or their definition is switched off; `leftOutTotal` counts all of these. An extension of this server: the interface has no such operation.',
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
                leftOut: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: { fullyQualifiedName: { type: 'string' }, reason: { type: 'string' } },
                    required: ['fullyQualifiedName', 'reason'],
                  },
                },
                leftOutTotal: { type: 'integer' },
              },
              required: ['jobId', 'message', 'leftOut', 'leftOutTotal'],
            },
          },
        },
      },
      errors: [404],
    },
    handle: trigger,
  };
}

const MOST_NAMED = 100;

async function trigger(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await targetToChange(TEST_TYPE.suite, request, 'EditTests', scope);
  const { leftOut } = await permittedCases(row, scope);
  const job = await enqueueTests(row, row.id, scope);
  const message = job.state === 'running' ? 'The tests of the suite are running' : 'The tests of the suite will run';
  return json(202, { jobId: job.id, message, leftOut: leftOut.slice(0, MOST_NAMED), leftOutTotal: leftOut.length });
}
