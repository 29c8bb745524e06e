/** The job that profiles tables: one, or those of a service that a pipeline is for. */
import type { Actor, Scope } from '../../catalog/index.js';
import type { DatabaseAccess } from '../../egress/index.js';
import { jobActor } from '../../entities/index.js';
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { declareJob, JobFailure } from '../../jobs/index.js';
import { type EntityRow, getEntityById } from '../../storage/index.js';
import { createProfiler, type TableOutcome } from './profile-tables.js';

/** `tableId`: the table to profile, in the name of whoever started the job. */
export const tableProfiles = declareJob<{ tableId: string }>({
  name: 'inspection.profile',
  input: { type: 'object', properties: { tableId: { type: 'string' } }, required: ['tableId'] },
  retry: { attempts: 2 },
});

const HOUR = 3_600_000;

export function profileJob(access: DatabaseAccess): FeatureJob<{ tableId: string }> {
  return {
    ...tableProfiles,
    parallel: 2,
    async run({ tableId }, work) {
      const row = await work.store.read((sql) => getEntityById(sql, tableId));
      if (row?.deleted !== 0) return;
      const actor = await jobActor(work.job.actorId, work.store);
      const outcome = await profileOne(row, actor, access, work);
      if (outcome.problems.length > 0) throw new JobFailure(messageOf(outcome));
    },
  };
}

async function profileOne(row: EntityRow, actor: Actor, access: DatabaseAccess, work: JobDeps): Promise<TableOutcome> {
  const { catalog, store, context, signal } = work;
  const transaction = <T>(write: (scope: Scope) => Promise<T>) => work.transaction(write, actor);
  const run = { settings: {}, deadline: context.now() + HOUR, signal };
  const profiler = createProfiler(run, { catalog, store, context, access, transaction });
  try {
    return await profiler.profile(row);
  } finally {
    await profiler.close();
  }
}

/** Says in one sentence what is missing. */
export function messageOf({ fqn, status, problems }: TableOutcome): string {
  const what = status === 'failed' ? `${fqn} was not profiled` : `the profile of ${fqn} is incomplete`;
  return `${what}: ${problems.join('; ')}`;
}
