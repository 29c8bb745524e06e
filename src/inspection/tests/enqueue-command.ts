import { catalogError } from '../../../contract/index.js';
import type { Command } from '../../catalog/index.js';
import { suiteOf } from '../../entities/index.js';
import { getEntityById } from '../../storage/index.js';
import { enqueueTests } from './trigger-route.js';

/** Takes `{ id }` of a suite, a table or a case, and resolves to `{ jobId }`. */
export const ENQUEUE_TESTS = 'inspection.enqueueTests';

export const enqueueCommand: Command = {
  name: ENQUEUE_TESTS,
  async run({ id }: { id: string }, scope) {
    const row = await getEntityById(scope.sql, id);
    const suite = row && (await suiteOf(row, scope.sql));
    if (!row || suite === undefined) throw catalogError('BAD_REQUEST', 'there are no tests');
    const job = await enqueueTests(row, suite, scope);
    return { jobId: job.id };
  },
};
