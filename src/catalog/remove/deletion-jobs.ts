/** Deletes and restores that are too large for one request: the subtree is locked, and a job processes it. */
import { declareJob, enqueueJob } from '../../jobs/index.js';
import {
  addJobProgress,
  type DeletionRow,
  deletionJobOf,
  type EntityRow,
  insertDeletion,
} from '../../storage/index.js';
import type { Scope } from '../routes/route.js';

export interface DeletionInput {
  rootId: string;
}

/** The subtree stays locked until the job is done, so the job cannot be cancelled and is retried without limit. */
export const deletions = declareJob<DeletionInput>({
  name: 'catalog.deletion',
  cancellable: false,
  retry: { attempts: Number.POSITIVE_INFINITY, longestMs: 5000 },
  input: { type: 'object', properties: { rootId: { type: 'string' } }, required: ['rootId'] },
});

/** Locks the subtree and enqueues its job. `done`: number of entities already processed by the request. */
export async function lockSubtree(
  row: EntityRow,
  mode: DeletionRow['hard'],
  done: number,
  scope: Scope,
): Promise<void> {
  const { sql, context } = scope;
  const job = await enqueueJob(deletions, { rootId: row.id }, scope, { key: row.id, lane: row.id, findsWork: true });
  if (done > 0) await addJobProgress(sql, job.id, { done, at: context.now() });
  await insertDeletion(sql, {
    root_id: row.id,
    root_type: row.type,
    root_fqn: row.fqn,
    hard: mode,
    job_id: job.id,
  });
  scope.invalidate({ kind: 'deletion', rootId: row.id });
}

/** Id of the job of a delete or restore. If the request already processed everything, a completed job is recorded. */
export async function jobOfDeletion(rootId: string, scope: Scope): Promise<string> {
  const running = await deletionJobOf(scope.sql, rootId);
  return running ?? (await enqueueJob(deletions, { rootId }, scope, { completed: true })).id;
}
