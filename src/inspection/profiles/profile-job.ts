/** The job that profiles one table, or all tables of a service, database or schema. */
import { parseObject } from '../../../contract/index.js';
import { type Command, type Scope, systemActor } from '../../catalog/index.js';
import type { DatabaseAccess } from '../../egress/index.js';
import { jobActor, table } from '../../entities/index.js';
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { declareJob, enqueueJob, JobFailure } from '../../jobs/index.js';
import { type EntityRow, getEntityById, getJobData, type ListPlace, type Sql } from '../../storage/index.js';
import { createProfiler, type TableOutcome } from './profile-tables.js';
import { placeOf, tablesBelow } from './tables-below.js';

/** `targetId`: what to profile, with the rights of the user who started the job. */
export const profileRuns = declareJob<{ targetId: string }>({
  name: 'inspection.profile',
  input: { type: 'object', properties: { targetId: { type: 'string' } }, required: ['targetId'] },
});

/** What the job has done so far. */
interface ProfileState {
  after?: ListPlace;
  profiled: number;
  /** Of the first tables, up to `MOST_OUTCOMES`. */
  outcomes: TableOutcome[];
  /** The first messages about tables that are not complete. */
  messages: string[];
}

const MOST_OUTCOMES = 1000;
const MOST_MESSAGES = 10;
const DAY = 86_400_000;

export function profileJob(access: DatabaseAccess): FeatureJob<{ targetId: string }> {
  return {
    ...profileRuns,
    parallel: 2, // sources do the work
    async run({ targetId }, work) {
      const row = await work.store.read((sql) => getEntityById(sql, targetId));
      if (row?.deleted !== 0) return;
      const { messages } = await profileAll(row, access, work);
      if (messages.length > 0) throw new JobFailure(messages.join('\n'));
    },
  };
}

async function profileAll(target: EntityRow, access: DatabaseAccess, work: JobDeps): Promise<ProfileState> {
  const { catalog, store, context, signal, job } = work;
  const state = stateOf(await work.data('state'));
  const actor = job.actorId === systemActor.id ? systemActor : await jobActor(job.actorId, store);
  const transaction = <T>(write: (scope: Scope) => Promise<T>) => work.transaction(write, actor);
  const run = { settings: {}, deadline: job.createdAt + DAY, signal };
  const profiler = createProfiler(run, { catalog, store, context, access, transaction });
  try {
    for await (const row of target.type === table.name ? [target] : tablesBelow(target, store, state.after)) {
      const outcome = await profiler.profile(row);
      signal.throwIfAborted(); // the next run does this table again
      add(state, outcome);
      state.after = placeOf(row);
      await work.transaction((scope) => work.progress(scope, { done: 1, state }));
    }
  } finally {
    await profiler.close();
  }
  return state;
}

function stateOf(text: string | undefined): ProfileState {
  return { profiled: 0, outcomes: [], messages: [], ...parseObject<Partial<ProfileState>>(text ?? '{}') };
}

function add(state: ProfileState, outcome: TableOutcome): void {
  if (state.outcomes.length < MOST_OUTCOMES) state.outcomes.push(outcome);
  if (outcome.problems.length > 0 && state.messages.length < MOST_MESSAGES) state.messages.push(messageOf(outcome));
}

/** Says in one sentence what is missing. */
function messageOf({ fqn, status, problems }: TableOutcome): string {
  const what = status === 'failed' ? `${fqn} was not profiled` : `the profile of ${fqn} is incomplete`;
  return `${what}: ${problems.join('; ')}`;
}

/** What a job found, for each of the first 1000 tables. */
export async function outcomesOf(jobId: string, sql: Sql): Promise<TableOutcome[]> {
  return stateOf(await getJobData(sql, jobId, 'state')).outcomes;
}

export const ENQUEUE_PROFILE = 'inspection.enqueueProfile';

/** Starts the job as the system. `{ id }` of what to profile; resolves to `{ jobId }`. */
export const enqueueProfile: Command = {
  name: ENQUEUE_PROFILE,
  async run({ id }: { id: string }, scope) {
    const job = await enqueueJob(profileRuns, { targetId: id }, scope, { key: `${id} ${scope.actor.id}` });
    return { jobId: job.id };
  },
};
