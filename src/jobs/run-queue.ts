/**
 * Runs queued jobs on this server. Claims those that are due, and alternates between jobs if more are due than may run
 * at once.
 */
import {
  cancelledRuns,
  capabilitiesOf,
  claimJobs,
  deleteForsakenJobs,
  deleteJobsEndedBefore,
  findRunnableJobs,
  type JobRow,
  quietly,
} from '../storage/index.js';
import { createSleeper } from './create-sleeper.js';
import type { JobKind, JobScope, JobWork } from './declare-job.js';
import { createFairGate } from './fair-gate.js';
import { type RunDeps, type RunningJob, startJob } from './run-job.js';
import { ensureSchedules } from './schedule-jobs.js';

export interface QueueDeps<S extends JobScope, A, D extends object> extends Omit<RunDeps<S, A, D>, 'leaseMs'> {
  kinds: readonly JobKind<unknown, D & JobWork<S, A>>[];
  /** Identifies this server among all servers of the database. */
  holder: string;
  /** The actor of scheduled jobs. */
  system: { id: string; name: string };
  /** How long the leases of a crashed server block other servers. Milliseconds. */
  leaseMs?: number;
  /** Poll interval, in case a wake-up was missed. Milliseconds. */
  pollMs?: number;
  /** How long a job may run while others of its kind wait. Milliseconds. */
  roomMs?: number;
}

export interface JobQueue {
  /** Call when a job was added or cancelled. */
  wake(): void;
  /** Ends runs after their current slice; other servers may continue the jobs at once. */
  stop(): Promise<void>;
}

const LEASE_MS = 15_000;
/** Servers that share a database notify each other, so they can poll less often. */
const POLL_MS = { alone: 1_000, shared: 5_000 };
const ROOM_MS = 2_000;
const PARALLEL = 8;
/** Interval between two updates of schedules and removals of old jobs. Milliseconds. */
const TIDY_MS = 600_000;
const REMOVED_AT_ONCE = 500;
/** A scheduled job overdue for this long belongs to a kind that no server has any more. Milliseconds. */
const FORSAKEN_MS = 7 * 86_400_000;

export function startJobQueue<S extends JobScope, A, D extends object>(given: QueueDeps<S, A, D>): JobQueue {
  const { kinds, holder, store, context } = given;
  const { pollMs = capabilitiesOf(store).concurrentWriters ? POLL_MS.shared : POLL_MS.alone } = given;
  const names = kinds.map(({ name }) => name);
  const sleeper = createSleeper();
  // A run that ends frees a slot, and lets the next job of its lane start.
  const runs = createRuns(given, sleeper.wake);
  let stopped = false;
  let tidiedAt = Number.NEGATIVE_INFINITY;

  /** Polls once; resolves to the time until the next poll. */
  async function look(): Promise<number> {
    if (performance.now() - tidiedAt > TIDY_MS) {
      await tidy(given);
      tidiedAt = performance.now();
    }
    await runs.interruptCancelled();
    const at = { holder, kinds: names, now: context.now() };
    const { due, nextMs } = await store.read((sql) => findRunnableJobs(sql, at));
    for (const name of due) if (!stopped) await runs.take(name);
    return Math.max(1, Math.min(nextMs ?? pollMs, pollMs));
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      const wait = await look().catch((err: unknown) => {
        if (!stopped) context.log.error({ err }, 'could not poll for jobs');
        return pollMs;
      });
      if (!stopped) await sleeper.sleep(wait);
    }
  }

  const looping = loop();
  return {
    wake: sleeper.wake,
    async stop() {
      stopped = true;
      sleeper.wake();
      await looping;
      await runs.stop();
    },
  };
}

/** The jobs that currently run on this server. */
function createRuns<S extends JobScope, A, D extends object>(given: QueueDeps<S, A, D>, ended: () => void) {
  const { kinds, holder, store, context, leaseMs = LEASE_MS, roomMs = ROOM_MS } = given;
  const byName = new Map(kinds.map((kind) => [kind.name, { kind, gate: createFairGate() }]));
  const running = new Map<RunningJob, number>();

  function start(row: JobRow): void {
    const known = byName.get(row.kind);
    if (!known) return;
    const job = startJob(row, known.kind, { ...given, leaseMs, gate: known.gate });
    running.set(job, performance.now());
    void job.ended.then(() => {
      running.delete(job);
      ended();
    });
  }

  return {
    /** Claims as many jobs of a kind as there are free slots; if there are none, asks running jobs to yield. */
    async take(name: string): Promise<void> {
      const mine = [...running].filter(([{ row }]) => row.kind === name);
      const limit = (byName.get(name)?.kind.parallel ?? PARALLEL) - mine.length;
      if (limit > 0) {
        const claim = { holder, kind: name, leaseMs, limit, now: context.now() };
        for (const row of await store.write(
          quietly((tx) => claimJobs(tx, claim)),
          undefined,
          'background',
        ))
          start(row);
        return;
      }
      const [oldest, since] = mine.reduce((a, b) => (b[1] < a[1] ? b : a));
      if (performance.now() - since > roomMs) oldest.interrupt('room');
    },
    async interruptCancelled(): Promise<void> {
      if (running.size === 0) return;
      const ids = new Set(await store.read((sql) => cancelledRuns(sql, holder)));
      for (const job of running.keys()) if (ids.has(job.row.id)) job.interrupt('cancel');
    },
    async stop(): Promise<void> {
      for (const job of running.keys()) job.interrupt('stop');
      await Promise.all([...running.keys()].map((job) => job.ended));
    },
  };
}

/** Updates schedules and removes jobs that ended long ago. */
async function tidy<S extends JobScope, A, D extends object>({
  store,
  kinds,
  context,
  system,
}: QueueDeps<S, A, D>): Promise<void> {
  await ensureSchedules(store, kinds, context, system);
  for (const { name, keptMs } of kinds) {
    const ended = { kind: name, before: context.now() - keptMs, most: REMOVED_AT_ONCE };
    while ((await store.write((tx) => deleteJobsEndedBefore(tx, ended), undefined, 'background')) === ended.most);
  }
  const forsaken = { kinds: kinds.map(({ name }) => name), dueBefore: context.now() - FORSAKEN_MS };
  await store.write((tx) => deleteForsakenJobs(tx, forsaken), undefined, 'background');
}
