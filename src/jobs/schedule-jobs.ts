import { Cron } from 'croner';
import type { Context } from '../context/index.js';
import { getJobByKey, insertJob, rescheduleJob, type Sql, type Store } from '../storage/index.js';
import type { JobKind } from './declare-job.js';

/** Key of the single job of a scheduled kind. */
const KEY = 'schedule';

type Scheduled = Pick<JobKind<unknown, never>, 'name' | 'schedule'>;

/** The next time a schedule is due. Throws if the pattern is invalid or never matches. */
export function nextRun(schedule: string, after: number): number {
  // By its offset: time zones would load the tables of `Intl`, which takes longer than the rest.
  const next = new Cron(schedule, { utcOffset: 0 }).nextRun(new Date(after));
  if (!next) throw new Error(`the schedule ${schedule} never matches`);
  return next.getTime();
}

/** Ensures that every scheduled kind has its job, due at the time of its schedule. */
export async function ensureSchedules(
  { read, write }: Pick<Store, 'read' | 'write'>,
  kinds: readonly Scheduled[],
  context: Context,
  actor: { id: string; name: string },
): Promise<void> {
  for (const { name, schedule } of kinds) {
    if (schedule === undefined) continue;
    const known = await read((sql) => getJobByKey(sql, name, KEY));
    // A stored time later than the next one dates from before the clock was set back.
    if (known?.schedule === schedule && known.run_at <= nextRun(schedule, context.now())) continue;
    await write((tx) => putSchedule(tx, { name, schedule }, context, actor), undefined, 'background');
  }
}

async function putSchedule(
  tx: Sql,
  { name, schedule }: { name: string; schedule: string },
  context: Context,
  actor: { id: string; name: string },
): Promise<void> {
  const now = context.now();
  const run_at = nextRun(schedule, now);
  const job = {
    id: context.id(),
    kind: name,
    key: KEY,
    lane: null,
    actor_id: actor.id,
    actor_name: actor.name,
    can_cancel: 0,
    schedule,
    total: null,
    created_at: now,
    run_at,
    completed: false,
  };
  const added = await insertJob(tx, job, new Map([['input', 'null']]));
  if (!added) await rescheduleJob(tx, { kind: name, key: KEY, schedule, runAt: run_at });
}
