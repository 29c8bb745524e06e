/**
 * The rebuild of the index as a job. The state and progress of the rebuild are stored with the index itself
 * (`rebuild.ts`).
 */
import type { WorkDeps } from '../../feature/index.js';
import { declareJob, enqueueJob, JOBS_CHANNEL, type JobKind, type JobScope, type JobWork } from '../../jobs/index.js';
import { askToCancelJob, getJobByKey } from '../../storage/index.js';
import type { SearchIndex } from './create-index.js';
import { type DocumentSource, inlineSource } from './document-source.js';
import { beginRebuild, hasWork, type Rebuild, readRebuild, stopRebuild } from './rebuild.js';
import { type RunRebuildDeps, runRebuild } from './run-rebuild.js';

const rebuilds = declareJob({ name: 'search.rebuild', retry: { attempts: 10 } });
/** One at a time; a cancelled rebuild is cleaned up before the next one starts. */
const ONE = { key: 'rebuild', lane: 'rebuild', findsWork: true };

export interface RebuildJobDeps {
  index: SearchIndex;
  /** Where the documents of a rebuild are built; default: the thread of the job. */
  openDocuments?: (() => DocumentSource) | undefined;
  sliceSize?: number;
}

/** What the job needs: only part of a server, so that the command line can run it too. */
export type RebuildWork = Pick<WorkDeps, 'store' | 'context' | 'holder'> & JobWork<JobScope, never>;

/** Requests a rebuild; one that is already running continues. */
export async function requestRebuild(scope: JobScope, anew: boolean): Promise<Rebuild> {
  const job = await enqueueJob(rebuilds, null, scope, ONE);
  return beginRebuild(scope.sql, anew, job.id);
}

export async function cancelRebuild(scope: JobScope): Promise<Rebuild | null> {
  const job = await getJobByKey(scope.sql, rebuilds.name, ONE.key);
  if (job) await askToCancelJob(scope.sql, job.id, scope.context.now());
  scope.invalidate({ kind: 'wake', channel: JOBS_CHANNEL });
  return stopRebuild(scope.sql, scope.context);
}

export function rebuildJob({ index, openDocuments, sliceSize }: RebuildJobDeps): JobKind<null, RebuildWork> {
  return {
    ...rebuilds,
    async run(_, { store: { read }, context, holder, signal, transaction, progress }) {
      const open = openDocuments ?? (() => inlineSource(read, index));
      const worker = { now: context.now, holder };
      const write = recording({ transaction, progress }, (await read(readRebuild))?.done ?? 0);
      await runRebuild({ read, write, index, worker, open, ...(sliceSize ? { sliceSize } : {}) }, signal);
    },
    /** A cancelled rebuild is cleaned up by a job of its own. */
    async cancelled(_, { job, context, transaction }) {
      await transaction(async (scope) => {
        const rebuild = await readRebuild(scope.sql);
        const own = !rebuild?.job || rebuild.job === job.id;
        const left = own ? await stopRebuild(scope.sql, context) : rebuild;
        if (hasWork(left)) await enqueueJob(rebuilds, null, scope, ONE);
      });
    },
  };
}

/** Each step records the progress of the rebuild in its own transaction. */
function recording(
  { transaction, progress }: Pick<RebuildWork, 'transaction' | 'progress'>,
  before: number,
): RunRebuildDeps['write'] {
  let last = before;
  return async (work) => {
    const { result, done } = await transaction(async (scope) => {
      const result = await work(scope.sql);
      const rebuild = await readRebuild(scope.sql);
      const done = rebuild?.done ?? last;
      await progress(scope, { done: Math.max(0, done - last), ...(rebuild ? { total: rebuild.total } : {}) });
      return { result, done };
    });
    last = done;
    return result;
  };
}
