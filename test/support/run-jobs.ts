// The queue of jobs without a server: runs some kinds until there is nothing to do, or until each job has failed once.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Actor, type Catalog, type Scope, systemActor } from '../../src/catalog/index.js';
import type { Context } from '../../src/context/index.js';
import type { FeatureJob, WorkDeps } from '../../src/feature/index.js';
import { startJobQueue } from '../../src/jobs/index.js';
import { type JobRow, listJobs, type Store } from '../../src/storage/index.js';

export interface RunJobs {
  kinds: readonly FeatureJob[];
  store: Store;
  context: Context;
  catalog: Catalog;
  transaction<T>(work: (scope: Scope) => Promise<T>, actor?: Actor): Promise<T>;
  /** Happens when a run has done all there was, and before its job ends. */
  beforeEnd?(): Promise<void>;
}

/** Resolves to the jobs of the kinds, oldest first. */
export async function runJobs(given: RunJobs): Promise<JobRow[]> {
  const { kinds, store, context, catalog, transaction, beforeEnd } = given;
  const holder = randomUUID();
  const command = () => Promise.reject(new Error('there are no commands'));
  const queue = startJobQueue<Scope, Actor, Omit<WorkDeps, 'transaction'>>({
    kinds: kinds.map((kind) => ({
      ...kind,
      async run(input, work) {
        await kind.run(input, work);
        await beforeEnd?.();
      },
    })),
    store,
    context,
    holder,
    transaction,
    system: systemActor,
    deps: { store, context, catalog, holder, command },
    pollMs: 10,
  });
  const look = async () => {
    const jobs: JobRow[] = [];
    for (const { name } of kinds) jobs.push(...(await store.read((sql) => listJobs(sql, { kind: name }, 1000))));
    return jobs.sort((a, b) => a.n - b.n);
  };
  const rests = ({ ended_at, state, run_at }: JobRow) =>
    ended_at !== null || (state === 'queued' && run_at > context.now());
  try {
    for (let waited = 0; waited < 2000; waited++) {
      const jobs = await look();
      if (jobs.every(rests)) return jobs;
      await setTimeout(10);
    }
    throw new Error('the jobs do not end');
  } finally {
    await queue.stop();
  }
}
