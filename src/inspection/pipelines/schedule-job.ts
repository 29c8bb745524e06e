/** Starts the pipelines that this server runs itself when their schedule is due. */
import { Cron } from 'croner';
import { isObject, type JsonObject, parseObject, textOf } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { ingestionPipeline } from '../../entities/index.js';
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { declareJob } from '../../jobs/index.js';
import { type EntityRow, getSetting, listPipelinesOfTypes, putSetting, quietly } from '../../storage/index.js';
import { kindOf, type OwnPipeline, startRun } from './own-pipelines.js';

const MINUTE = 60_000;
/** Up to when schedules were checked. Shared by all servers: the job is one row of their database. */
const LOOKED_UNTIL = 'inspection.schedulesLookedUntil';

/** What is stored there. */
interface Looked {
  /** All schedules. */
  until: number;
  /** By the id of the pipeline: those that a look started which is not complete, because its server ended. */
  started: Readonly<Record<string, number>>;
}

const schedules = declareJob({ name: 'inspection.runSchedules', cancellable: false });

/** One server at a time looks once a minute, so each due time starts one run, whichever server is alive. */
export function scheduleJob(kinds: readonly OwnPipeline[]): FeatureJob<null> {
  const types = kinds.map(({ pipelineType }) => pipelineType);
  return {
    ...schedules,
    schedule: '* * * * *',
    async run(_, work) {
      const now = work.context.now();
      const looked = await readLooked(now, work);
      const rows = await work.store.read((sql) => listPipelinesOfTypes(sql, ingestionPipeline.name, types));
      const isDueNow = ({ id, doc }: EntityRow) => isDue(parseObject(doc), looked.started[id] ?? looked.until, now);
      const due = rows.filter((row) => kindOf(row, kinds) && isDueNow(row));
      const started: Record<string, number> = { ...looked.started };
      for (const row of due) {
        started[row.id] = now;
        await startDue(row, kinds, { until: looked.until, started }, work);
      }
      await work.transaction(({ sql, context }) =>
        quietly((tx) => putLooked({ until: now, started: {} }, { sql: tx, context }))(sql),
      );
    },
  };
}

/** Missed times are not made up for, but one that passed while no server ran starts one run. */
async function readLooked(now: number, { store }: JobDeps): Promise<Looked> {
  const stored = await store.read((sql) => getSetting(sql, LOOKED_UNTIL));
  const { until, started } = lookedOf(stored?.doc ?? 'null');
  return { until: until < now ? until : now - MINUTE, started };
}

/** Earlier releases stored the time alone. */
function lookedOf(doc: string): Looked {
  const stored: unknown = JSON.parse(doc);
  if (!isObject(stored)) return { until: Number(stored ?? Number.NaN), started: {} };
  const started = Object.entries(isObject(stored.started) ? stored.started : {});
  return { until: Number(stored.until), started: Object.fromEntries(started.map(([id, at]) => [id, Number(at)])) };
}

function putLooked(looked: Looked, { sql, context }: Pick<Scope, 'sql' | 'context'>): Promise<void> {
  return putSetting(sql, { name: LOOKED_UNTIL, updated_at: context.now(), doc: JSON.stringify(looked) });
}

/** In one transaction with the note that it was started, so that no other server starts it again. */
async function startDue(row: EntityRow, kinds: readonly OwnPipeline[], looked: Looked, work: JobDeps): Promise<void> {
  const kind = kindOf(row, kinds);
  if (!kind) return;
  await work.transaction(async (scope) => {
    await putLooked(looked, scope);
    const refusal = await kind.refusal(row, scope);
    if (refusal === null) await startRun(row, kind, scope);
    else scope.context.log.warn({ pipeline: row.fqn, refusal }, 'a scheduled pipeline cannot run in this server');
  });
}

/** Whether a schedule has a time after `from`, up to `now`. Only deployed and enabled pipelines have one. */
export function isDue({ enabled, deployed, airflowConfig }: JsonObject, from: number, now: number): boolean {
  if (enabled === false || deployed !== true || !isObject(airflowConfig)) return false;
  const { scheduleInterval, pausePipeline, pipelineTimezone, startDate, endDate } = airflowConfig;
  if (pausePipeline === true || textOf(scheduleInterval) === '') return false;
  if (Date.parse(textOf(startDate)) > now || Date.parse(textOf(endDate)) < now) return false;
  const next = nextTime(cronOf(textOf(scheduleInterval)), textOf(pipelineTimezone) || 'UTC', from);
  return next !== null && next <= now;
}

const NAMED: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
};

const cronOf = (schedule: string): string => NAMED[schedule.trim()] ?? schedule;

/** null for an invalid schedule or time zone, because the interface allows any text there. */
function nextTime(schedule: string, timezone: string, after: number): number | null {
  try {
    return new Cron(schedule, { timezone }).nextRun(new Date(after))?.getTime() ?? null;
  } catch {
    return null;
  }
}
