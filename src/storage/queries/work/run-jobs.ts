// Assigns jobs to servers. A run is identified by holder and token; a server that lost it can no longer change the
// job. Leases use the database's clock, so that servers need no synchronized clocks; `run_at` uses the clock of the
// polling server.
import type { Sql } from '../../port.js';
import { JOB_COLUMNS, type JobRow } from './jobs.js';

export interface JobRun {
  id: string;
  holder: string;
  token: number;
}

/** Longer than any retry pause: a job that would wait longer got its time from a clock that was set back since. */
const LONGEST_PAUSE_MS = 3_600_000;

/** Condition that a job of the table `j` is due. */
function timeHasCome(now: string): string {
  return `(j.run_at <= ${now} or (j.schedule is null and j.run_at > ${now} + ${LONGEST_PAUSE_MS}))`;
}

/**
 * Condition that this server may run a job of the table `j` now. Where one process owns the database, runs of other
 * holders are from crashed processes.
 */
function isDue({ dialect }: Sql, now: string, holder: string): string {
  const ofOthers = dialect.concurrentWriters ? '' : ` or j.holder <> ${holder}`;
  return `j.ended_at is null and ${timeHasCome(now)} and (j.state = 'queued' or j.until_at <= ${dialect.now}${ofOthers})
    and (j.lane is null or j.cancel_asked = 1 or not exists (select 1 from job b
      where b.ended_at is null and b.kind = j.kind and b.lane = j.lane and b.n < j.n))`;
}

/**
 * Kinds with jobs that this server may run now, and the milliseconds until the next job is due; null: none is waiting.
 */
export async function findRunnableJobs(
  sql: Sql,
  { holder, kinds, now }: { holder: string; kinds: readonly string[]; now: number },
): Promise<{ due: string[]; nextMs: number | null }> {
  const { list, concurrentWriters } = sql.dialect;
  const names = JSON.stringify(kinds);
  const due = await sql.all<{ kind: string }>(
    `select distinct j.kind from job j where j.kind in ${list('$1')} and ${isDue(sql, '$2', '$3')}`,
    concurrentWriters ? [names, now] : [names, now, holder],
  );
  const next = await sql.get<{ at: number | null }>(
    `select min(run_at) as at from job
      where ended_at is null and state = 'queued' and run_at > $2 and kind in ${list('$1')}`,
    [names, now],
  );
  return { due: due.map(({ kind }) => kind), nextMs: next?.at == null ? null : next.at - now };
}

/** Claims up to `limit` due jobs of a kind, those that have waited longest first. Each job goes to one server only. */
export async function claimJobs(
  tx: Sql,
  { holder, kind, leaseMs, limit, now }: { holder: string; kind: string; leaseMs: number; limit: number; now: number },
): Promise<JobRow[]> {
  const rows = await tx.all<JobRow>(
    `with due as (select j.n from job j where j.kind = $1 and ${isDue(tx, '$5', '$2')}
        order by j.run_at, j.n limit $3${tx.dialect.skipLocked})
      update job set state = 'running', holder = $2, until_at = ${tx.dialect.now} + $4, token = token + 1,
        attempts = attempts + 1, started_at = coalesce(started_at, $5), updated_at = $5
      where n in (select n from due) returning ${JOB_COLUMNS}`,
    [kind, holder, limit, leaseMs, now],
  );
  return rows.sort((a, b) => a.run_at - b.run_at || a.n - b.n);
}

const IS_MINE = `id = $1 and holder = $2 and token = $3 and state = 'running'`;

/** Locks a run until the end of the transaction; undefined if another server has it by now. */
export function lockJobRun(tx: Sql, { id, holder, token }: JobRun): Promise<{ cancel_asked: number } | undefined> {
  const text = `select cancel_asked from job where ${IS_MINE}${tx.dialect.forUpdate}`;
  return tx.get(text, [id, holder, token]);
}

/** Renews the lease of a run; undefined if another server has it by now. */
export function renewJobRun(
  tx: Sql,
  { id, holder, token }: JobRun,
  leaseMs: number,
): Promise<{ cancel_asked: number } | undefined> {
  const text = `update job set until_at = ${tx.dialect.now} + $4 where ${IS_MINE} returning cancel_asked`;
  return tx.get(text, [id, holder, token, leaseMs]);
}

export type JobEnd =
  /** The job ended. */
  | { state: 'completed' | 'failed' | 'cancelled'; error: string | null }
  /** The job waits for its next run. */
  | { state: 'queued'; error: string | null; attempts: number; runAt: number };

/** Ends a run; false if another server has the job by now. */
export async function endJobRun(
  tx: Sql,
  { id, holder, token }: JobRun,
  { end, at }: { end: JobEnd; at: number },
): Promise<boolean> {
  const waits = end.state === 'queued';
  const changed = await tx.run(
    `update job set state = $4, error = $5, updated_at = $6, ended_at = $7, run_at = coalesce($8, run_at),
      attempts = coalesce($9, attempts), holder = null, until_at = 0 where ${IS_MINE}`,
    [
      id,
      holder,
      token,
      end.state,
      end.error,
      at,
      waits ? null : at,
      waits ? end.runAt : null,
      waits ? end.attempts : null,
    ],
  );
  return changed === 1;
}

/** Changes the schedule or the time of a waiting scheduled job. */
export async function rescheduleJob(
  tx: Sql,
  { kind, key, schedule, runAt }: { kind: string; key: string; schedule: string; runAt: number },
): Promise<void> {
  await tx.run("update job set schedule = $3, run_at = $4 where kind = $1 and key = $2 and state = 'queued'", [
    kind,
    key,
    schedule,
    runAt,
  ]);
}

/** Ids of jobs that this server runs and that were cancelled. */
export async function cancelledRuns(sql: Sql, holder: string): Promise<string[]> {
  const text = 'select id from job where ended_at is null and holder = $1 and cancel_asked = 1';
  return (await sql.all<{ id: string }>(text, [holder])).map(({ id }) => id);
}

/** Number of runs started since the job last made progress. */
export async function attemptsOfJob(sql: Sql, id: string): Promise<number | undefined> {
  return (await sql.get<{ attempts: number }>('select attempts from job where id = $1', [id]))?.attempts;
}
