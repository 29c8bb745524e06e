import { type DataRoute, json } from '../../catalog/index.js';
import { refusePowerless } from './column-holders.js';
import { findUpdateJob, MOST_ITEMS } from './update-jobs.js';

/**
 * GET of the progress of a bulk column update. The interface reports progress over a socket only, which this server
 * does not have.
 */
export function updateJobRoute(): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: '/v1/columns/bulk-update-async/{jobId}',
    docs: {
      operationId: 'getBulkColumnUpdate',
      summary: `Get the progress of your own bulk column update, with the first ${MOST_ITEMS} results of each kind`,
      tag: 'Columns',
      answers: {
        200: {
          description: 'The job',
          schema: {
            inline: {
              type: 'object',
              properties: {
                jobId: { type: 'string', format: 'uuid' },
                createdBy: { type: 'string' },
                createdAt: { type: 'integer' },
                completedAt: { type: 'integer' },
                status: { type: 'string', enum: ['RUNNING', 'COMPLETED', 'FAILED'] },
                result: { $ref: 'cairn:type/bulkOperationResult' },
              },
              required: ['jobId', 'createdBy', 'createdAt', 'status', 'result'],
            },
          },
        },
      },
    },
    async handle({ params }, scope) {
      refusePowerless('ViewBasic', scope);
      return json(200, await findUpdateJob(params.jobId ?? '', scope));
    },
  };
}
