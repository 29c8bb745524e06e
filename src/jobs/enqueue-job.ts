import { catalogError } from '../../contract/index.js';
import {
  deleteOlderJobs,
  getJobByKey,
  insertJob,
  type JobRow,
  listJobs,
  lockJobByKey,
  releaseJobKey,
  type Sql,
} from '../storage/index.js';
import { JOBS_CHANNEL, type JobDeclaration, type JobScope } from './declare-job.js';

export interface EnqueueOptions {
  /** At most one unfinished job of the kind has this key; enqueuing another returns the existing one. */
  key?: string;
  /**
   * For a job with a key and a lane that finds its work in the database: one that runs may have seen that nothing is
   * left to do, so it is not returned. Its key passes to a new job behind it in the lane.
   */
  findsWork?: boolean;
  /** Jobs of a kind in the same lane run one after the other, in the order they were enqueued. */
  lane?: string;
  /** Large inputs in named parts, each loaded when it is needed. */
  parts?: ReadonlyMap<string, unknown>;
  total?: number;
  /** There is nothing to do: the job is recorded as completed right away. */
  completed?: boolean;
  /** How many jobs of this kind are kept per person; older finished ones are removed. */
  keptOfOne?: number;
}

/** How often a job with a key may end on another server while the same one is enqueued. */
const MOST_TRIES = 10;

/** Jobs of a kind that one person may have waiting, apart from those with a key, which their targets limit. */
const MOST_WAITING = 100;

/** Enqueues a job in the transaction and in the name of the caller; 429 if too many wait. It runs after the commit. */
export async function enqueueJob<I>(
  kind: JobDeclaration<I>,
  input: I,
  scope: JobScope,
  options: EnqueueOptions = {},
): Promise<JobRow> {
  const { sql, context, actor } = scope;
  const {
    key = null,
    lane = null,
    parts = new Map(),
    total = null,
    completed = false,
    keptOfOne,
    findsWork = false,
  } = options;
  if (key === null && !completed) await refuseMany(kind.name, scope);
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
  const existing = findsWork ? waitingJob : getJobByKey;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const row = (await insertJob(sql, job, data)) ?? (key === null ? undefined : await existing(sql, kind.name, key));
    if (!row) continue; // the existing job ended between the two statements, or gave up its key
    if (!completed) scope.invalidate({ kind: 'wake', channel: JOBS_CHANNEL });
    return row;
  }
  throw new Error(`could not enqueue a job ${kind.name}`);
}

/** The job with the key, if it runs after this transaction; otherwise it gives up the key. */
async function waitingJob(sql: Sql, kind: string, key: string): Promise<JobRow | undefined> {
  const row = await lockJobByKey(sql, kind, key);
  if (row?.state !== 'running') return row;
  await releaseJobKey(sql, row.id);
  return undefined;
}

async function refuseMany(kind: string, { sql, actor }: JobScope): Promise<void> {
  const waiting = await listJobs(sql, { kind, state: 'queued', actorId: actor.id }, MOST_WAITING);
  if (waiting.length === MOST_WAITING)
    throw catalogError(
      'LIMITS_EXCEPTION',
      `one person may have at most ${MOST_WAITING} waiting jobs of the kind ${kind}`,
    );
}
