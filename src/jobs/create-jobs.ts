import type { Context } from '../context/index.js';
import type { Store } from '../storage/index.js';
import { createSleeper } from './create-sleeper.js';
import { createHeldLease, type HeldLease } from './held-lease.js';

/** A recurring background job that runs on one node at a time. */
export interface Job {
  /** Name of the job's lease; the same on all nodes. */
  name: string;
  /** From the end of one run to the start of the next. */
  everyMs: number;
  /**
   * Must stop early when the signal fires: the node stops, or it lost the lease. An error is logged, and the next run
   * tries again.
   */
  run(signal: AbortSignal): Promise<void>;
}

export interface JobsDeps {
  store: Store;
  context: Context;
  /** Identifies this node among all nodes of the database. */
  holder: string;
  /** How long the leases of a crashed node block other nodes. Milliseconds. */
  leaseMs?: number;
}

export interface Jobs {
  /** Before or after `start`. Names are unique. */
  register(job: Job): void;
  /**
   * Runs jobs when they are due, by the context's clock. Returns a function that stops them and waits for them to end.
   */
  start(): () => Promise<void>;
  /** Runs what is due now and waits for it; `start` calls this repeatedly. */
  runDue(): Promise<void>;
  /**
   * Makes a job due at once, because there is work for it. Does nothing if another node is known to hold the job's
   * lease.
   */
  wake(name: string): void;
}

interface Entry {
  job: Job;
  lease: HeldLease;
  dueAt: number;
  /** Whether another node held the lease when this one last checked. */
  elsewhere: boolean;
  running: { ended: Promise<void>; stop: AbortController } | null;
}

const LEASE_MS = 15_000;
// Maximum sleep, which bounds the delay after a clock jump or for a job registered meanwhile.
const LONGEST_SLEEP_MS = 1_000;

export function createJobs({ store, context, holder, leaseMs = LEASE_MS }: JobsDeps): Jobs {
  const entries = new Map<string, Entry>();
  const sleeper = createSleeper();
  const deps = { context, leaseMs };
  let stopped = true;

  function runDue(): Promise<void>[] {
    const now = context.now();
    return [...entries.values()]
      .filter((entry) => !entry.running && isDue(entry, now, leaseMs))
      .map((entry) => {
        const stop = new AbortController();
        const ended = runOnce(entry, stop, deps).finally(() => {
          entry.running = null;
          sleeper.wake();
        });
        entry.running = { ended, stop };
        return ended;
      });
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      void Promise.all(runDue());
      const now = context.now();
      const waits = [...entries.values()].filter(({ running }) => !running).map(({ dueAt }) => dueAt - now);
      await sleeper.sleep(Math.max(1, Math.min(...waits, LONGEST_SLEEP_MS)));
    }
  }

  return {
    register(job) {
      if (entries.has(job.name)) throw new Error(`job ${job.name} is registered twice`);
      const lease = createHeldLease({ store, name: job.name, holder, leaseMs });
      entries.set(job.name, { job, lease, dueAt: context.now(), elsewhere: false, running: null });
      sleeper.wake();
    },
    async runDue() {
      await Promise.all(runDue());
    },
    wake(name) {
      const entry = entries.get(name);
      if (!entry || entry.elsewhere) return;
      entry.dueAt = context.now();
      sleeper.wake();
    },
    start() {
      stopped = false;
      const looping = loop();
      return async () => {
        stopped = true;
        sleeper.wake();
        await looping;
        for (const { running } of entries.values()) running?.stop.abort();
        await Promise.all([...entries.values()].map(({ running }) => running?.ended));
        // If the database is unreachable, the lease cannot be released; it expires.
        const left = ({ job, lease }: Entry) =>
          lease
            .release()
            .catch((err: unknown) => context.log.warn({ err, job: job.name }, 'could not release a lease'));
        await Promise.all([...entries.values()].map(left));
      };
    },
  };
}

/** A due time further ahead than any interval was set before the clock was set back. */
function isDue({ dueAt, job }: Entry, now: number, leaseMs: number): boolean {
  return dueAt <= now || (dueAt < Number.POSITIVE_INFINITY && dueAt - now > 2 * Math.max(job.everyMs, leaseMs));
}

interface RunDeps {
  context: Context;
  leaseMs: number;
}

/**
 * One attempt to run a job on this node: takes or renews the lease, runs the job if it has it, and schedules the next
 * attempt.
 */
async function runOnce(entry: Entry, stop: AbortController, { context, leaseMs }: RunDeps): Promise<void> {
  const { job, lease } = entry;
  let next = jittered(job.everyMs, context);
  entry.dueAt = Number.POSITIVE_INFINITY;
  try {
    entry.elsewhere = !(await lease.ensure(context.now()));
    if (!entry.elsewhere) await runKeepingLease(entry, stop, { context, leaseMs });
    else next = Math.max(next, leaseMs / 3);
  } catch (error) {
    context.log.error({ job: job.name, err: error }, 'background job failed');
  }
  // A wake-up during the run may have made it due earlier.
  entry.dueAt = Math.min(entry.dueAt, context.now() + next);
}

/** Runs a job and renews its lease meanwhile; losing the lease aborts the run. */
async function runKeepingLease({ job, lease }: Entry, stop: AbortController, deps: RunDeps): Promise<void> {
  const sleeper = createSleeper();
  let ended = false;
  const keep = async () => {
    while (!ended) {
      await sleeper.sleep(deps.leaseMs / 3);
      if (!ended && !(await lease.renew(deps.context.now()))) stop.abort();
    }
  };
  const keeping = keep().catch(() => stop.abort());
  try {
    await job.run(stop.signal);
  } finally {
    ended = true;
    sleeper.wake();
    await keeping;
  }
}

/** Adds up to 10 % jitter, so that nodes started together do not poll at the same time. */
function jittered(milliseconds: number, context: Context): number {
  const chance = Number.parseInt(context.id().slice(0, 8), 16) / 0x1_0000_0000;
  return milliseconds * (1 + chance / 10);
}
