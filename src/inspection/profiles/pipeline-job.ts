/** Runs of `profiler` pipelines of databases that this server opens itself. */
import {
  CatalogError,
  isObject,
  isTextList,
  type JsonObject,
  type IngestionPipelinePipelineStatus as PipelineStatus,
  parseObject,
} from '../../../contract/index.js';
import { containersOf, readDocument, type Scope } from '../../catalog/index.js';
import type { DatabaseAccess } from '../../egress/index.js';
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { declareJob, enqueueJob } from '../../jobs/index.js';
import { type EntityRow, getEntityById, type ListPlace, type Sql } from '../../storage/index.js';
import { type OwnPipeline, type RunReport, reportRun, runOf } from '../pipelines/index.js';
import { refusalOfService } from '../source/index.js';
import { isSampleConfig, type ProfileSettings } from './profile-plan.js';
import { createProfiler, type TableOutcome } from './profile-tables.js';
import { tableFilter } from './table-filter.js';
import { placeOf, tablesBelow } from './tables-below.js';

const profilerRuns = declareJob<{ pipelineId: string }>({
  name: 'inspection.runProfiler',
  input: { type: 'object', properties: { pipelineId: { type: 'string' } }, required: ['pipelineId'] },
});

/** `profiler` pipelines run here if the server opens the databases of their service. */
export const profilerPipeline: OwnPipeline = {
  pipelineType: 'profiler',
  job: profilerRuns.name,
  async refusal(pipeline, scope) {
    const service = await serviceOf(pipeline, scope.sql);
    if (!service) return 'it does not belong to a service';
    const why = refusalOfService(service, scope.catalog);
    return why === null ? null : `${service.fqn}: ${why}`;
  },
  enqueue: (pipeline, scope) =>
    enqueueJob(profilerRuns, { pipelineId: pipeline.id }, scope, { key: pipeline.id, lane: pipeline.id }),
};

async function serviceOf(pipeline: EntityRow, sql: Sql): Promise<EntityRow | undefined> {
  const [, id] = containersOf(pipeline)[0] ?? [];
  const row = id === undefined ? undefined : await getEntityById(sql, id);
  return row?.deleted === 0 ? row : undefined;
}

/** What a run has done so far. */
interface RunState {
  after?: ListPlace;
  profiled: number;
  partial: number;
  failed: number;
  filtered: number;
  failures: { name: string; error: string }[];
}

/** Number of failures stored with the status; further ones are only counted. */
const MOST_FAILURES = 50;
const TIMEOUT_SECONDS = 43_200;

export function profilerJob(access: DatabaseAccess): FeatureJob<{ pipelineId: string }> {
  return {
    ...profilerRuns,
    parallel: 2, // sources do the work
    async run({ pipelineId }, work) {
      const pipeline = await work.store.read((sql) => getEntityById(sql, pipelineId));
      if (pipeline?.deleted !== 0) return;
      const state = await stateOf(work);
      await report(pipelineId, { pipelineState: 'running', status: statusOf(state) }, work);
      try {
        await profileAll(pipeline, state, access, work);
      } catch (error) {
        if (!(error instanceof CatalogError)) throw error;
        count(state, { fqn: pipeline.fqn, status: 'failed', problems: [error.message] });
      }
      work.signal.throwIfAborted(); // a run that was interrupted has not ended
      await report(pipelineId, { pipelineState: endOf(state), status: statusOf(state) }, work);
    },
    async cancelled({ pipelineId }, work) {
      await report(pipelineId, { pipelineState: 'stopped', status: statusOf(await stateOf(work)) }, work);
    },
    async failed({ pipelineId }, work, error) {
      const state = await stateOf(work);
      state.failed++;
      // First, because a long list is cut.
      state.failures.unshift({ name: 'Profiler', error });
      await report(pipelineId, { pipelineState: 'failed', status: statusOf(state) }, work);
    },
  };
}

async function report(pipelineId: string, state: RunReport, work: JobDeps): Promise<void> {
  await work.transaction((scope) => reportRun(runOf(pipelineId, work.job), state, scope));
}

const fresh = (): RunState => ({
  ...{ profiled: 0, partial: 0, failed: 0, filtered: 0, failures: [] },
});

async function stateOf({ data }: JobDeps): Promise<RunState> {
  const stored = await data('state');
  return stored === undefined ? fresh() : parseObject<RunState>(stored);
}

const endOf = ({ failed, partial, profiled }: RunState): PipelineStatus['pipelineState'] =>
  failed + partial === 0 ? 'success' : profiled + partial === 0 ? 'failed' : 'partialSuccess';

async function profileAll(pipeline: EntityRow, state: RunState, access: DatabaseAccess, work: JobDeps): Promise<void> {
  const { store, catalog, context, signal } = work;
  const service = await store.read((sql) => serviceOf(pipeline, sql));
  if (!service) return;
  const config = configOf(pipeline);
  const matches = tableFilter(config);
  const seconds = typeof config.timeoutSeconds === 'number' ? config.timeoutSeconds : TIMEOUT_SECONDS;
  const run = { settings: settingsOf(config), deadline: work.job.createdAt + seconds * 1000, signal };
  const transaction = <T>(write: (scope: Scope) => Promise<T>) => work.transaction(write);
  const profiler = createProfiler(run, { catalog, store, context, access, transaction });
  try {
    for await (const row of tablesBelow(service, store, state.after)) {
      const wanted = matches(row.fqn) && (config.includeViews === true || !isView(row));
      if (wanted) count(state, await profiler.profile(row));
      else state.filtered++;
      if (signal.aborted) return; // the next run does this table again
      state.after = placeOf(row);
      if (wanted) await work.transaction((scope) => work.progress(scope, { done: 1, state }));
    }
  } finally {
    await profiler.close();
  }
}

function count(state: RunState, { fqn, status, problems }: Pick<TableOutcome, 'fqn' | 'status' | 'problems'>): void {
  state[status]++;
  if (problems.length > 0 && state.failures.length < MOST_FAILURES)
    state.failures.push({ name: fqn, error: problems.join('; ').slice(0, 2000) });
}

const isView = (row: EntityRow): boolean => /View$/.test(String(parseObject(row.doc).tableType));

function configOf(pipeline: EntityRow): JsonObject {
  const { sourceConfig } = readDocument(pipeline);
  return isObject(sourceConfig) && isObject(sourceConfig.config) ? sourceConfig.config : {};
}

function settingsOf(config: JsonObject): ProfileSettings {
  const flag = (name: string) => (typeof config[name] === 'boolean' ? config[name] : undefined);
  return {
    computeTableMetrics: flag('computeTableMetrics'),
    computeColumnMetrics: flag('computeColumnMetrics'),
    randomizedSample: flag('randomizedSample'),
    profileSampleConfig: isSampleConfig(config.profileSampleConfig) ? config.profileSampleConfig : undefined,
    metrics: isTextList(config.metrics) ? config.metrics : undefined,
  };
}

/** The steps of a run as the status of the pipeline has them. */
function statusOf({ profiled, partial, failed, filtered, failures }: RunState): NonNullable<RunReport['status']> {
  return [{ name: 'Profiler', records: profiled + partial, warnings: partial, errors: failed, filtered, failures }];
}
