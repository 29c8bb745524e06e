import { type Actor, type Scope, systemActor } from '../catalog/index.js';
import { createSequencer } from '../events/index.js';
import type { FeatureParts, WorkDeps } from '../feature/index.js';
import { createJobs, startJobQueue } from '../jobs/index.js';
import type { Sql } from '../storage/index.js';
import { deletionJob } from './deletion-job.js';
import { eventReaderJob } from './event-reader-job.js';
import type { OnMarks } from './writer.js';

export interface BackgroundDeps extends WorkDeps {
  /** Brings the search index up to what a transaction has changed. */
  flush(tx: Sql): Promise<void>;
  features: Pick<FeatureParts, 'jobs' | 'eventReaders'>;
}

export interface BackgroundWork {
  /** Makes work due that the marks of a commit tell of. */
  hear: OnMarks;
  stop(): Promise<void>;
}

/** Starts what runs beside requests where writes run: the order of events, event readers, and the queue of jobs. */
export function startBackgroundWork(deps: BackgroundDeps): BackgroundWork {
  const { flush, features, ...work } = deps;
  const { store, context, catalog, holder, transaction, command } = work;
  const jobs = createJobs({ store, context, holder });
  const sequencer = createSequencer({ store });
  if (sequencer) jobs.register(sequencer);
  for (const reader of features.eventReaders) jobs.register(eventReaderJob(reader, work));
  const stopJobs = jobs.start();
  const queue = startJobQueue<Scope, Actor, Omit<WorkDeps, 'transaction'>>({
    kinds: [...features.jobs, deletionJob({ store, options: catalog.options, flush })],
    store,
    context,
    holder,
    transaction,
    system: systemActor,
    deps: { store, context, catalog, holder, command },
  });
  return {
    hear(marks) {
      if (marks.some(({ kind }) => kind === 'job')) queue.wake();
    },
    async stop() {
      await Promise.all([stopJobs(), queue.stop()]);
    },
  };
}
