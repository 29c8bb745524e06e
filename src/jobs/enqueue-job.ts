import { deleteOlderJobs, getJobByKey, insertJob, type JobRow } from '../storage/index.js';
import { JOBS_CHANNEL, type JobDeclaration, type JobScope } from './declare-job.js';

export interface EnqueueOptions {
  /** One unfinished job of the kind may have it; asking for another returns that one. */
  key?: string;
  /** Jobs of a kind in one lane run one after another, in the order in which they were asked for. */
  lane?: string;
  /** Large inputs in pieces, each read when it is needed, by name. */
  parts?: ReadonlyMap<string, unknown>;
  total?: number;
  /** There is nothing to do: the job is recorded as completed. */
  completed?: boolean;
  /** How many jobs of this kind are kept of one person; older ones that are finished are removed. */
  keptOfOne?: number;
}

/** Puts a job into the queue, in the transaction and in the name of the caller. It runs after the commit. */
export async function enqueueJob<I>(
  kind: JobDeclaration<I>,
  input: I,
  scope: JobScope,
  options: EnqueueOptions = {},
): Promise<JobRow> {
  const { sql, context, actor } = scope;
  const { key = null, lane = null, parts = new Map(), total = null, completed = false, keptOfOne } = options;
  const data = new Map([['input', JSON.stringify(kind.read(input))]]);
  for (const [name, part] of parts) data.set(name, JSON.stringify(part));
  if (keptOfOne !== undefined)
    await deleteOlderJobs(sql, { kind: kind.name, actorId: actor.id, kept: Math.max(0, keptOfOne - 1) });
  const now = context.now();
  const job = {
    id: context.id(),
    kind: kind.name,
    key,
    lane,
    actor_id: actor.id,
    actor_name: actor.name,
    can_cancel: kind.cancellable ? 1 : 0,
    schedule: null,
    total,
    created_at: now,
    run_at: now,
    completed,
  };
  const row = (await insertJob(sql, job, data)) ?? (key === null ? undefined : await getJobByKey(sql, kind.name, key));
  if (!row) throw new Error(`could not put a job ${kind.name} into the queue`);
  if (!completed) scope.mark({ kind: 'wake', channel: JOBS_CHANNEL });
  return row;
}
