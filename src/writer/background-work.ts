import { type Actor, type Scope, systemActor } from '../catalog/index.js';
import { EVENTS_CHANNEL, readerJob, readerJobName, startSequencer } from '../events/index.js';
import type { FeatureParts, WorkDeps } from '../feature/index.js';
import { createJobs, JOBS_CHANNEL, startJobQueue } from '../jobs/index.js';
import type { Sql } from '../storage/index.js';
import type { WakeUps } from '../wake/index.js';
import { deletionJob } from './deletion-job.js';
import type { OnInvalidations } from './writer.js';

export interface BackgroundDeps extends WorkDeps {
  /** Updates the search index with the changes of a transaction. */
  flush(tx: Sql): Promise<void>;
  features: Pick<FeatureParts, 'jobs' | 'eventReaders' | 'works'>;
  wakeUps: WakeUps;
  /** Called when events may have got positions, through any server. */
  placed(): void;
}

export interface BackgroundWork {
  /** Wakes the work that the invalidations of a commit name. */
  applyInvalidations: OnInvalidations;
  /** Call after each commit of this process, so that its events get positions and reach their readers. */
  committed(): void;
  stop(): Promise<void>;
}

/** Starts the background work of the process that writes: the sequencer of events, event readers, and the job queue. */
export function startBackgroundWork(deps: BackgroundDeps): BackgroundWork {
  const { flush, features, wakeUps, placed, ...work } = deps;
  const { store, context, catalog, holder, transaction, command } = work;
  const jobs = createJobs({ store, context, holder });
  for (const reader of features.eventReaders)
    jobs.register(readerJob(reader, { read: store.read, context, transaction }));
  const wakeReaders = () => {
    for (const reader of features.eventReaders) jobs.wake(readerJobName(reader));
  };
  const reportPlaced = oncePerTurn(placed);
  const wakeFollowers = () => {
    wakeReaders();
    reportPlaced();
  };
  const stopJobs = jobs.start();
  const sequencer = startSequencer({
    store,
    placed: wakeFollowers,
    failed: (err) => context.log.error({ err }, 'could not assign positions to events'),
  });
  const queue = startJobQueue<Scope, Actor, Omit<WorkDeps, 'transaction'>>({
    kinds: [...features.jobs, deletionJob({ store, options: catalog.options, flush })],
    store,
    context,
    holder,
    transaction,
    system: systemActor,
    deps: { store, context, catalog, holder, command },
  });
  const stopWorks = features.works.map(({ start }) => start({ ...work, subscribe: wakeUps.subscribe }));
  const unsubscribe = [wakeUps.subscribe(EVENTS_CHANNEL, wakeFollowers), wakeUps.subscribe(JOBS_CHANNEL, queue.wake)];
  return {
    applyInvalidations(marks) {
      for (const mark of marks) if (mark.kind === 'wake') wakeUps.wake(mark.channel);
    },
    // Where commits assign positions, readers can run at once; elsewhere the sequencer wakes them.
    committed: sequencer ? sequencer.wake : wakeFollowers,
    async stop() {
      for (const end of unsubscribe) end();
      await sequencer?.stop();
      await Promise.all([stopJobs(), queue.stop(), ...stopWorks.map((stop) => stop())]);
    },
  };
}

/** Merges calls of the same turn of the event loop, such as those of a group commit, into one. */
function oncePerTurn(call: () => void): () => void {
  let called = false;
  return () => {
    if (called) return;
    called = true;
    setImmediate(() => {
      called = false;
      call();
    });
  };
}
