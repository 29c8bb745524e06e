import type { CatalogOptions } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import { createEventRetention, startSequencer } from '../events/index.js';
import { createJobs, type Job } from '../jobs/index.js';
import type { Sql, Store } from '../storage/index.js';
import { continueDeletions } from './continue-deletions.js';
import type { EventReaders } from './event-readers.js';
import type { WriteRunner } from './run-write.js';
import { forgetVersions, tidyMerged } from './version-jobs.js';
import type { OnMarks } from './writer.js';

export interface BackgroundDeps {
  store: Store;
  context: Context;
  runner: Pick<WriteRunner, 'transaction'>;
  /** Days; 0 keeps everything. */
  eventRetentionDays: number;
  historyRetentionDays: number;
  options: CatalogOptions;
  /** Brings the search index up to what a transaction has changed. */
  flush(tx: Sql): Promise<void>;
  /** Work of other rooms. */
  jobs: readonly Job[];
  readers: EventReaders;
}

export interface BackgroundWork {
  /** Makes work due that the marks of a commit tell of. */
  hear: OnMarks;
  /** This server committed something: its events get positions. */
  committed(): void;
  /** Events of any server have got positions. */
  placed(): void;
  stop(): Promise<void>;
}

const DELETIONS = 'catalog.deletions';
const DAY = 86_400_000;

/** Starts what runs beside requests where writes run: the order of events, large deletes, retention. */
export function startBackgroundWork(deps: BackgroundDeps): BackgroundWork {
  const { store, context, eventRetentionDays, historyRetentionDays, readers } = deps;
  const jobs = createJobs({ store, context, holder: context.id() });
  const retention = { store, now: context.now, keepMs: eventRetentionDays * DAY, readers: readers.cursors };
  if (eventRetentionDays > 0) jobs.register(createEventRetention(retention));
  if (historyRetentionDays > 0) jobs.register(forgetVersions(deps, historyRetentionDays * DAY));
  jobs.register(tidyMerged(deps, deps.options.mergeWindow));
  jobs.register({ name: DELETIONS, everyMs: 5000, run: (signal) => continueDeletions(deps, signal) });
  for (const job of [...deps.jobs, ...readers.jobs]) jobs.register(job);
  const stopJobs = jobs.start();
  const placed = () => readers.wake(jobs.wake);
  const sequencer = startSequencer({
    store,
    placed,
    failed: (err) => context.log.error({ err }, 'events could not be given positions'),
  });
  return {
    hear(marks) {
      for (const mark of marks) {
        if (mark.kind === 'deletion') jobs.wake(DELETIONS);
        if (mark.kind === 'setting') jobs.wake(mark.name);
      }
    },
    committed: () => (sequencer ? sequencer.wake() : placed()),
    placed,
    async stop() {
      await sequencer?.stop();
      await Promise.all([stopJobs(), readers.stop()]);
    },
  };
}
