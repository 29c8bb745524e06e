import type { Context } from '../context/index.js';
import {
  addJobProgress,
  attemptsOfJob,
  endJobRun,
  getJobData,
  type JobEnd,
  type JobRow,
  type JobRun,
  lockJobRun,
  putJobData,
  quietly,
  renewJobRun,
  type Store,
} from '../storage/index.js';
import { createSleeper } from './create-sleeper.js';
import type { JobKind, JobScope, JobWork } from './declare-job.js';
import { nextRun } from './schedule-jobs.js';

/** Why a run ends early. `stop`: the server stops. `room`: other jobs wait. `lost`: another server runs the job. */
export type Reason = 'stop' | 'room' | 'lost' | 'cancel';

/** Thrown to end a run between two slices. */
class Interrupted extends Error {}

/** Thrown by a job that cannot succeed; it is not retried. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
}

export interface RunDeps<S extends JobScope, A, D extends object> {
  store: Pick<Store, 'dialect' | 'read' | 'write'>;
  context: Context;
  /** A low-priority transaction with everything that a write includes. */
  transaction<T>(work: (scope: S) => Promise<T>, actor?: A): Promise<T>;
  /** Dependencies passed to the jobs. */
  deps: D;
  leaseMs: number;
}

export interface RunningJob {
  row: JobRow;
  interrupt(reason: Reason): void;
  /** Never rejects. */
  ended: Promise<void>;
}

type Gate = <T>(task: () => Promise<T>) => Promise<T>;
type Kind<S extends JobScope, A, D extends object> = JobKind<unknown, D & JobWork<S, A>>;

/** Runs a claimed job until it ends or is interrupted, and records which. */
export function startJob<S extends JobScope, A, D extends object>(
  row: JobRow,
  kind: Kind<S, A, D>,
  { gate, ...run }: RunDeps<S, A, D> & { gate: Gate },
): RunningJob {
  const stop = new AbortController();
  let reason: Reason | null = null;
  const interrupt = (given: Reason) => {
    reason ??= given;
    stop.abort();
  };
  const endIfInterrupted = () => {
    if (stop.signal.aborted) throw new Interrupted();
  };
  const work = { ...run.deps, ...workOf(row, run, { gate, interrupt, endIfInterrupted, signal: stop.signal }) };

  async function attempt(): Promise<JobEnd | null> {
    let input: unknown;
    try {
      input = kind.read(JSON.parse((await run.store.read((sql) => getJobData(sql, row.id, 'input'))) ?? 'null'));
      if (row.cancel_asked === 1) interrupt('cancel');
      endIfInterrupted();
      if (row.attempts > kind.retry.attempts)
        return endOf(kind, run, `its server ended during each of ${kind.retry.attempts} runs`);
      await kind.run(input, work);
      endIfInterrupted();
      return endOf(kind, run, null);
    } catch (error) {
      if (reason === 'lost') return null;
      if (reason === 'cancel') return { state: 'cancelled', error: null };
      if (reason !== null)
        return {
          state: 'queued',
          error: row.error,
          attempts: Math.max(0, row.attempts - 1),
          runAt: run.context.now(),
        };
      return failureOf(row, kind, run, error);
    }
  }

  async function whole(): Promise<void> {
    const stopRenewing = renew(row, run, interrupt);
    try {
      const end = await attempt();
      if (end) await finish(row, kind, run, end, work);
    } catch (err) {
      // If the database is unreachable nothing can be recorded; the job is picked up again when the lease expires.
      run.context.log.warn({ err, job: row.kind, id: row.id }, 'could not record the result of a job run');
    } finally {
      await stopRenewing();
    }
  }

  return { row, interrupt, ended: whole() };
}

interface Control {
  gate: Gate;
  interrupt(reason: Reason): void;
  endIfInterrupted(): void;
  signal: AbortSignal;
}

function workOf<S extends JobScope, A, D extends object>(
  row: JobRow,
  { store, context, transaction }: RunDeps<S, A, D>,
  { gate, interrupt, endIfInterrupted, signal }: Control,
): JobWork<S, A> {
  const { id, actor_id: actorId, actor_name: actorName, created_at: createdAt, attempts } = row;
  return {
    job: { id, actorId, actorName, createdAt, attempts },
    signal,
    transaction: (work, actor) =>
      gate(async () => {
        endIfInterrupted();
        return transaction(async (scope) => {
          const mine = await lockJobRun(scope.sql, runOf(row));
          if (!mine) interrupt('lost');
          else if (mine.cancel_asked === 1) interrupt('cancel');
          endIfInterrupted();
          return work(scope);
        }, actor);
      }),
    async progress({ sql }, { done, total, state }) {
      await addJobProgress(sql, id, { done, total, at: context.now() });
      if (state !== undefined) await putJobData(sql, id, 'state', JSON.stringify(state));
    },
    data: (name) => store.read((sql) => getJobData(sql, id, name)),
  };
}

function runOf({ id, holder, token }: JobRow): JobRun {
  return { id, holder: holder ?? '', token };
}

/** The end state of a job without remaining work; a scheduled job waits for its next time. */
function endOf<S extends JobScope, A, D extends object>(
  { schedule }: Kind<S, A, D>,
  { context }: RunDeps<S, A, D>,
  error: string | null,
): JobEnd {
  if (schedule === undefined) return { state: error === null ? 'completed' : 'failed', error };
  return { state: 'queued', error, attempts: 0, runAt: nextRun(schedule, context.now()) };
}

async function failureOf<S extends JobScope, A, D extends object>(
  row: JobRow,
  kind: Kind<S, A, D>,
  run: RunDeps<S, A, D>,
  err: unknown,
): Promise<JobEnd> {
  const { context, store } = run;
  const { attempts, firstMs, longestMs } = kind.retry;
  // A run that made progress has reset the stored count.
  const tried = (await store.read((sql) => attemptsOfJob(sql, row.id))) ?? row.attempts;
  const fields = { err, job: row.kind, id: row.id, attempts: tried };
  if (tried >= attempts || err instanceof JobFailure) {
    context.log.error(fields, 'a job failed');
    return endOf(kind, run, textOf(err));
  }
  const afterMs = jittered(Math.min(firstMs * 2 ** (tried - 1), longestMs), context);
  context.log.error({ ...fields, afterMs }, 'a job failed and will be retried');
  return { state: 'queued', error: textOf(err), attempts: tried, runAt: context.now() + afterMs };
}

const LONGEST_ERROR = 1000;
/** Prefix of errors other than the documented ones; the rest of the text is for admins only. */
const UNEXPECTED = 'unexpected error: ';

/** The error of a job as anyone may see it. */
export function publicError(error: string, jobId: string): string {
  if (!error.startsWith(UNEXPECTED)) return error;
  return `unexpected error; admins can see it, in the job ${jobId} and in the log`;
}

function textOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const documented = error instanceof JobFailure || (error instanceof Error && 'errorType' in error);
  return `${documented ? '' : UNEXPECTED}${message}`.slice(0, LONGEST_ERROR);
}

async function finish<S extends JobScope, A, D extends object>(
  row: JobRow,
  kind: Kind<S, A, D>,
  { store, context, transaction }: RunDeps<S, A, D>,
  end: JobEnd,
  work: D & JobWork<S, A>,
): Promise<void> {
  const record = { end, at: context.now() };
  const input = lastStepOf(kind, end) ? await inputOf(kind, work) : null;
  if (!input) {
    await store.write(
      quietly((tx) => endJobRun(tx, runOf(row), record)),
      undefined,
      'background',
    );
    return;
  }
  await transaction(async (scope) => {
    if (!(await endJobRun(scope.sql, runOf(row), record))) return;
    const own: Pick<JobWork<S, A>, 'transaction' | 'data'> = {
      transaction: (step) => step(scope),
      data: (name) => getJobData(scope.sql, row.id, name), // a read outside would wait for this transaction
    };
    const inside = { ...work, ...own };
    if (end.state === 'cancelled') await kind.cancelled?.(input.value, inside);
    else await kind.failed?.(input.value, inside, publicError(end.error ?? '', row.id));
  });
}

/** What a kind does in the transaction that ends a job this way. */
function lastStepOf<S extends JobScope, A, D extends object>({ cancelled, failed }: Kind<S, A, D>, { state }: JobEnd) {
  if (state === 'cancelled') return cancelled;
  return state === 'failed' ? failed : undefined;
}

/** null for an input that does not match its schema, which may be why the job failed. */
async function inputOf<S extends JobScope, A, D extends object>(
  kind: Kind<S, A, D>,
  { data }: D & JobWork<S, A>,
): Promise<{ value: unknown } | null> {
  const text = await data('input');
  try {
    return { value: kind.read(JSON.parse(text ?? 'null')) };
  } catch {
    return null;
  }
}

/** Renews the run's lease so that no other server takes the job over; returns a function that stops the renewal. */
function renew<S extends JobScope, A, D extends object>(
  row: JobRow,
  { store, leaseMs }: RunDeps<S, A, D>,
  interrupt: (reason: Reason) => void,
): () => Promise<void> {
  const sleeper = createSleeper();
  let ended = false;
  const keep = async () => {
    while (!ended) {
      await sleeper.sleep(leaseMs / 3);
      if (
        !ended &&
        !(await store.write(
          quietly((tx) => renewJobRun(tx, runOf(row), leaseMs)),
          undefined,
          'background',
        ))
      )
        interrupt('lost');
    }
  };
  const keeping = keep().catch(() => interrupt('lost'));
  return async () => {
    ended = true;
    sleeper.wake();
    await keeping;
  };
}

/** Jitter: half to all of the time, so that servers do not retry at the same time. */
function jittered(milliseconds: number, context: Context): number {
  const chance = Number.parseInt(context.id().slice(-8), 16) / 0x1_0000_0000;
  return Math.round(milliseconds * (0.5 + chance / 2));
}
