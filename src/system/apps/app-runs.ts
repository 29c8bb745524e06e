/** Runs of apps: a time series of each app. The state of a run is that of its job until it is recorded as ended. */
import { type AppRunRecord, parseObject } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import {
  type EntityRow,
  getJob,
  type JobRow,
  type JobState,
  listPoints,
  listPointsByTime,
  putPoint,
  type SeriesRow,
} from '../../storage/index.js';

export const APP_RUNS = 'appRun';
const RECENT = 100;

/** The key of a run is the id of its job. */
export async function recordRun(app: EntityRow, job: JobRow, scope: Scope): Promise<AppRunRecord> {
  const [known] = await listPoints(scope.sql, { entityId: app.id, kind: APP_RUNS, key: job.id, limit: 1 });
  if (known) return shownRun(known, scope);
  const at = scope.context.now();
  const record: AppRunRecord = {
    appId: app.id,
    appName: app.name,
    timestamp: at,
    extension: 'status',
    status: 'started',
    runType: 'OnDemand',
    startTime: at,
  };
  await putPoint(scope.sql, { entity_id: app.id, kind: APP_RUNS, key: job.id, at, doc: JSON.stringify(record) });
  return record;
}

/** Records the end of a run, because jobs are removed some time after they ended. */
export async function finishRun(jobId: string, { sql, context }: Scope): Promise<void> {
  const to = context.now();
  const recent = await listPointsByTime(sql, { kind: APP_RUNS, from: 0, to, limit: RECENT });
  const point = recent.find(({ key }) => key === jobId);
  if (!point) return;
  const record = parseObject<AppRunRecord>(point.doc);
  const ended = { ...record, status: 'success', endTime: to, executionTime: to - point.at } satisfies AppRunRecord;
  await putPoint(sql, { ...point, doc: JSON.stringify(ended) });
}

const statusOf = {
  queued: 'pending',
  running: 'running',
  completed: 'success',
  failed: 'failed',
  cancelled: 'stopped',
} as const satisfies Record<JobState, AppRunRecord['status']>;

export async function shownRun(point: SeriesRow, { sql }: Pick<Scope, 'sql'>): Promise<AppRunRecord> {
  const record = parseObject<AppRunRecord>(point.doc);
  if (record.endTime !== undefined) return record;
  const job = await getJob(sql, point.key);
  if (!job) return { ...record, status: 'failed' };
  return { ...record, status: statusOf[job.state], ...(job.ended_at === null ? {} : { endTime: job.ended_at }) };
}
