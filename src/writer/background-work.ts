import { createSequencer } from '../events/index.js';
import type { FeatureParts, WorkDeps } from '../feature/index.js';
import { createJobs } from '../jobs/index.js';
import type { Sql } from '../storage/index.js';
import { continueDeletions } from './continue-deletions.js';
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

const DELETIONS = 'catalog.deletions';

/** Starts what runs beside requests where writes run: the order of events, large deletes, and the jobs and event readers of the features. */
export function startBackgroundWork(deps: BackgroundDeps): BackgroundWork {
  const { flush, features, ...work } = deps;
  const { store, context, catalog, holder } = work;
  const jobs = createJobs({ store, context, holder });
  const sequencer = createSequencer({ store });
  if (sequencer) jobs.register(sequencer);
  const deletions = { store, context, options: catalog.options, runner: work, flush };
  jobs.register({ name: DELETIONS, everyMs: 5000, run: (signal) => continueDeletions(deletions, signal) });
  for (const job of [...features.jobs, ...features.eventReaders.map(eventReaderJob)])
    jobs.register({ ...job, run: (signal) => job.run(signal, work) });
  const stop = jobs.start();
  return {
    hear(marks) {
      for (const mark of marks) {
        if (mark.kind === 'deletion') jobs.wake(DELETIONS);
        if (mark.kind === 'setting') jobs.wake(mark.name);
      }
    },
    stop,
  };
}
