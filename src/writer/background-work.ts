import { EVENTS_CHANNEL, readerJob, readerJobName, startSequencer } from '../events/index.js';
import type { FeatureParts, WorkDeps } from '../feature/index.js';
import { createJobs } from '../jobs/index.js';
import type { Sql } from '../storage/index.js';
import type { WakeUps } from '../wake/index.js';
import { continueDeletions } from './continue-deletions.js';
import type { OnMarks } from './writer.js';

export interface BackgroundDeps extends WorkDeps {
  /** Brings the search index up to what a transaction has changed. */
  flush(tx: Sql): Promise<void>;
  features: Pick<FeatureParts, 'jobs' | 'eventReaders'>;
  wakeUps: WakeUps;
}

export interface BackgroundWork {
  /** Wakes the work that the marks of a commit name. */
  hear: OnMarks;
  /** To be called after each commit of this process, for its events. */
  committed(): void;
  stop(): Promise<void>;
}

const DELETIONS = 'catalog.deletions';

/** Starts what runs beside requests where writes run: the order of events, large deletes, and the jobs and event readers of the features. */
export function startBackgroundWork(deps: BackgroundDeps): BackgroundWork {
  const { flush, features, wakeUps, ...work } = deps;
  const { store, context, catalog, holder, transaction } = work;
  const jobs = createJobs({ store, context, holder });
  const deletions = { store, context, options: catalog.options, runner: work, flush };
  jobs.register({ name: DELETIONS, everyMs: 5000, run: (signal) => continueDeletions(deletions, signal) });
  for (const job of features.jobs) jobs.register({ ...job, run: (signal) => job.run(signal, work) });
  for (const reader of features.eventReaders)
    jobs.register(readerJob(reader, { read: store.read, context, transaction }));
  const wakeReaders = () => {
    for (const reader of features.eventReaders) jobs.wake(readerJobName(reader));
  };
  const unsubscribe = wakeUps.subscribe(EVENTS_CHANNEL, wakeReaders);
  const stopJobs = jobs.start();
  const sequencer = startSequencer({
    store,
    placed: wakeReaders,
    failed: (err) => context.log.error({ err }, 'events could not be given positions'),
  });
  return {
    hear(marks) {
      for (const mark of marks) {
        if (mark.kind === 'deletion') jobs.wake(DELETIONS);
        if (mark.kind === 'setting') jobs.wake(mark.name);
        if (mark.kind === 'wake') wakeUps.wake(mark.channel);
      }
    },
    // Where commits assign positions, readers can go on at once; elsewhere the sequencer wakes them.
    committed: sequencer ? sequencer.wake : wakeReaders,
    async stop() {
      unsubscribe();
      await sequencer?.stop();
      await stopJobs();
    },
  };
}
