import type { Sql } from '../../port.js';

export type JobState = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

/** A job in the queue. Times are by a server's clock, except `until_at`, which is by the database's. */
export interface JobRow {
  /** Order of the jobs. */
  n: number;
  id: string;
  kind: string;
  state: JobState;
  /** Unique among the unfinished jobs of a kind. */
  key: string | null;
  /** The unfinished jobs of a kind with the same lane run one after the other. */
  lane: string | null;
  actor_id: string;
  actor_name: string;
  can_cancel: number;
  cancel_asked: number;
  /** The cron pattern of a recurring job. */
  schedule: string | null;
  done: number;
  /** null: unknown. */
  total: number | null;
  /** Number of runs started since it last made progress. */
  attempts: number;
  /** Error of the last run that failed. */
  error: string | null;
  run_at: number;
  /** The server that runs it, and until when no other server takes it over. */
  holder: string | null;
  until_at: number;
  /** Increases with each run. */
  token: number;
  created_at: number;
  started_at: number | null;
  updated_at: number;
  ended_at: number | null;
}

export type NewJob = Pick<
  JobRow,
  | 'id'
  | 'kind'
  | 'key'
  | 'lane'
  | 'actor_id'
  | 'actor_name'
  | 'can_cancel'
  | 'schedule'
  | 'total'
  | 'created_at'
  | 'run_at'
> & {
  /** There is nothing to do: it is stored as completed. */
  completed: boolean;
};

export const JOB_COLUMNS = `n, id, kind, state, key, lane, actor_id, actor_name, can_cancel, cancel_asked, schedule, done, total,
  attempts, error, run_at, holder, until_at, token, created_at, started_at, updated_at, ended_at`;

/** Returns undefined if an unfinished job of the kind has the key. `data`: JSON texts by name. */
export async function insertJob(tx: Sql, job: NewJob, data: ReadonlyMap<string, string>): Promise<JobRow | undefined> {
  const row = await tx.get<JobRow>(
    `insert into job (id, kind, key, lane, actor_id, actor_name, can_cancel, schedule, total, created_at, updated_at,
        run_at, state, done, ended_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13, $14)
      on conflict do nothing returning ${JOB_COLUMNS}`,
    [
      job.id,
      job.kind,
      job.key,
      job.lane,
      job.actor_id,
      job.actor_name,
      job.can_cancel,
      job.schedule,
      job.total,
      job.created_at,
      job.run_at,
      job.completed ? 'completed' : 'queued',
      job.completed ? (job.total ?? 0) : 0,
      job.completed ? job.created_at : null,
    ],
  );
  if (row) for (const [name, doc] of data) await putJobData(tx, job.id, name, doc);
  return row;
}

export function getJob(sql: Sql, id: string): Promise<JobRow | undefined> {
  return sql.get<JobRow>(`select ${JOB_COLUMNS} from job where id = $1`, [id]);
}

/** The unfinished job of a kind with this key. */
export function getJobByKey(sql: Sql, kind: string, key: string): Promise<JobRow | undefined> {
  const text = `select ${JOB_COLUMNS} from job where kind = $1 and key = $2 and ended_at is null`;
  return sql.get<JobRow>(text, [kind, key]);
}

/** The same, locked until the end of the transaction: meanwhile no run of it begins or ends. */
export function lockJobByKey(tx: Sql, kind: string, key: string): Promise<JobRow | undefined> {
  const text = `select ${JOB_COLUMNS} from job where kind = $1 and key = $2 and ended_at is null${tx.dialect.forUpdate}`;
  return tx.get<JobRow>(text, [kind, key]);
}

/** Lets another job have the key of this one. */
export async function releaseJobKey(tx: Sql, id: string): Promise<void> {
  await tx.run('update job set key = null where id = $1', [id]);
}

export interface JobFilter {
  kind?: string | undefined;
  state?: JobState | undefined;
  actorId?: string | undefined;
  actorName?: string | undefined;
  /** Only jobs older than the one with this number. */
  before?: number | undefined;
}

/** Newest first. */
export function listJobs(sql: Sql, filter: JobFilter, limit: number): Promise<JobRow[]> {
  const parameters: (string | number)[] = [limit];
  const conditions = ['1 = 1'];
  const add = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    parameters.push(value);
    conditions.push(`${condition} $${parameters.length}`);
  };
  add('kind =', filter.kind);
  add('state =', filter.state);
  add('actor_id =', filter.actorId);
  add('actor_name =', filter.actorName);
  add('n <', filter.before);
  const text = `select ${JOB_COLUMNS} from job where ${conditions.join(' and ')} order by n desc limit $1`;
  return sql.all<JobRow>(text, parameters);
}

/** JSON text; undefined if there is none with this name. */
export async function getJobData(sql: Sql, id: string, name: string): Promise<string | undefined> {
  const text = 'select doc from job_data where job_id = $1 and name = $2';
  return (await sql.get<{ doc: string }>(text, [id, name]))?.doc;
}

export async function putJobData(tx: Sql, id: string, name: string, doc: string): Promise<void> {
  await tx.run(
    `insert into job_data (job_id, name, doc) values ($1, $2, $3)
      on conflict (job_id, name) do update set doc = excluded.doc`,
    [id, name, doc],
  );
}

/** `done` is how much was done since the last call. Progress resets the number of attempts. */
export async function addJobProgress(
  tx: Sql,
  id: string,
  { done, total, at }: { done: number; total?: number | undefined; at: number },
): Promise<void> {
  await tx.run(
    `update job set done = done + $2, total = coalesce($3, total), updated_at = $4,
      attempts = case when $2 > 0 and attempts > 1 then 1 else attempts end where id = $1`,
    [id, done, total ?? null, at],
  );
}

/**
 * Requests the cancellation of an unfinished job; the server that runs it, or would run it next, ends it. Its key is
 * released at once. False if it has already ended.
 */
export async function askToCancelJob(tx: Sql, id: string, at: number): Promise<boolean> {
  const changed = await tx.run(
    `update job set cancel_asked = 1, key = null, updated_at = $2, run_at = case when state = 'queued' then $2 else run_at end
      where id = $1 and ended_at is null`,
    [id, at],
  );
  return changed === 1;
}

export async function setJobState(tx: Sql, id: string, state: JobState, at: number): Promise<void> {
  await tx.run('update job set state = $2, updated_at = $3 where id = $1', [id, state, at]);
}

/** Removes up to `most` jobs that ended before a time and returns how many. */
export async function deleteJobsEndedBefore(
  tx: Sql,
  { kind, before, most }: { kind?: string; before: number; most: number },
): Promise<number> {
  const rows = await tx.all<{ id: string }>(
    `select id from job where ended_at is not null and ended_at <= $1 and ($2 = '' or kind = $2) limit $3`,
    [before, kind ?? '', most],
  );
  return deleteJobs(tx, rows);
}

/** Removes a person's finished jobs of one kind, except the newest. */
export async function deleteOlderJobs(
  tx: Sql,
  { kind, actorId, kept }: { kind: string; actorId: string; kept: number },
): Promise<void> {
  const rows = await tx.all<{ id: string; ended_at: number | null }>(
    'select id, ended_at from job where actor_id = $1 and kind = $2 order by n desc limit 1000 offset $3',
    [actorId, kind, kept],
  );
  await deleteJobs(
    tx,
    rows.filter((row) => row.ended_at !== null),
  );
}

/** Removes scheduled jobs of kinds that this server does not know and that no other has run for long. */
export async function deleteForsakenJobs(
  tx: Sql,
  { kinds, dueBefore }: { kinds: readonly string[]; dueBefore: number },
): Promise<void> {
  const rows = await tx.all<{ id: string; kind: string }>(
    "select id, kind from job where schedule is not null and state = 'queued' and run_at < $1",
    [dueBefore],
  );
  await deleteJobs(
    tx,
    rows.filter(({ kind }) => !kinds.includes(kind)),
  );
}

async function deleteJobs(tx: Sql, rows: readonly { id: string }[]): Promise<number> {
  if (rows.length === 0) return 0;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await tx.run(`delete from job_data where job_id in ${tx.dialect.list('$1')}`, [ids]);
  return tx.run(`delete from job where id in ${tx.dialect.list('$1')}`, [ids]);
}

/** Number of a person's unfinished jobs of a kind. */
export async function countUnfinishedJobs(sql: Sql, kind: string, actorId: string): Promise<number> {
  const text = 'select count(*) as count from job where kind = $1 and actor_id = $2 and ended_at is null';
  return Number((await sql.get<{ count: number }>(text, [kind, actorId]))?.count ?? 0);
}
