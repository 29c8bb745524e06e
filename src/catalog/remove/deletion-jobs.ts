/** Deletes and restores that outgrow their request: the subtree is locked, and a job goes on with it. */
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

/** Its subtree is locked until it is done, so it neither can be cancelled nor gives up. */
export const deletions = declareJob<DeletionInput>({
  name: 'catalog.deletion',
  cancellable: false,
  retry: { attempts: Number.POSITIVE_INFINITY, longestMs: 5000 },
  input: { type: 'object', properties: { rootId: { type: 'string' } }, required: ['rootId'] },
});

/** `done`: entities done by the request. */
export async function lockSubtree(
  row: EntityRow,
  mode: DeletionRow['hard'],
  done: number,
  scope: Scope,
): Promise<void> {
  const { sql, context } = scope;
  const job = await enqueueJob(deletions, { rootId: row.id }, scope, { key: row.id });
  if (done > 0) await addJobProgress(sql, job.id, { done, at: context.now() });
  await insertDeletion(sql, {
    root_id: row.id,
    root_type: row.type,
    root_fqn: row.fqn,
    hard: mode,
    job_id: job.id,
  });
  scope.mark({ kind: 'deletion', rootId: row.id });
}

/** The job of a delete or restore that was just begun; what the request has done already is recorded as completed. */
export async function jobOfDeletion(rootId: string, scope: Scope): Promise<string> {
  const going = await deletionJobOf(scope.sql, rootId);
  return going ?? (await enqueueJob(deletions, { rootId }, scope, { completed: true })).id;
}
