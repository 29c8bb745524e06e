/** Runs of `profiler` pipelines of databases that this server opens itself. */
import {
  CatalogError,
  isObject,
  isTextList,
  type JsonObject,
  type IngestionPipelinePipelineStatus as PipelineStatus,
  type ProfileSampleConfig,
  parseObject,
} from '../../../contract/index.js';
import { containersOf, findForWrite, readDocument, type Scope } from '../../catalog/index.js';
import type { DatabaseAccess } from '../../egress/index.js';
import { ingestionPipeline, storePipelineStatus } from '../../entities/index.js';
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { declareJob } from '../../jobs/index.js';
import { type EntityRow, getEntityById, type ListPlace } from '../../storage/index.js';
import type { ProfileSettings } from './profile-plan.js';
import { createProfiler, type TableOutcome } from './profile-tables.js';
import { tableFilter } from './table-filter.js';
import { placeOf, tablesBelow } from './tables-below.js';

/** `runId`: the id under which the status of the run is reported. */
export const profilerRuns = declareJob<{ pipelineId: string; runId: string }>({
  name: 'inspection.runProfiler',
  input: {
    type: 'object',
    properties: { pipelineId: { type: 'string' }, runId: { type: 'string' } },
    required: ['pipelineId', 'runId'],
  },
});

/** What a run has done so far. */
interface RunState {
  startedAt: number;
  after?: ListPlace;
  profiled: number;
  partial: number;
  failed: number;
  filtered: number;
  failures: { name: string; error: string }[];
  /** Databases that did not answer. */
  gone: string[];
}

/** Failures kept with the status; the rest is counted only. */
const MOST_FAILURES = 50;
const TIMEOUT_SECONDS = 43_200;

export function profilerJob(access: DatabaseAccess): FeatureJob<{ pipelineId: string; runId: string }> {
  return {
    ...profilerRuns,
    parallel: 2,
    async run({ pipelineId, runId }, work) {
      const pipeline = await work.store.read((sql) => getEntityById(sql, pipelineId));
      if (pipeline?.deleted !== 0) return;
      const state = await stateOf(work);
      const report = (status: PipelineStatus['pipelineState']) =>
        work.transaction(async (scope) => {
          await reportStatus(pipeline, statusOf(runId, status, state, scope), scope);
          await work.progress(scope, { done: 0, state });
        });
      await report('running');
      try {
        await profileAll(pipeline, state, access, work);
      } catch (error) {
        if (!(error instanceof CatalogError)) throw error;
        state.failed++;
        state.failures.push({ name: pipeline.fqn, error: error.message });
      }
      await report(endOf(state));
    },
    async cancelled({ pipelineId, runId }, work) {
      const state = await stateOf(work);
      await work.transaction(async (scope) => {
        const pipeline = await getEntityById(scope.sql, pipelineId);
        if (pipeline?.deleted === 0) await reportStatus(pipeline, statusOf(runId, 'stopped', state, scope), scope);
      });
    },
  };
}

const fresh = (startedAt: number): RunState => ({
  ...{ startedAt, profiled: 0, partial: 0, failed: 0, filtered: 0, failures: [], gone: [] },
});

async function stateOf({ data, context }: JobDeps): Promise<RunState> {
  const stored = await data('state');
  return stored === undefined ? fresh(context.now()) : parseObject<RunState>(stored);
}

const endOf = ({ failed, partial, profiled }: RunState): PipelineStatus['pipelineState'] =>
  failed + partial === 0 ? 'success' : profiled + partial === 0 ? 'failed' : 'partialSuccess';

async function profileAll(pipeline: EntityRow, state: RunState, access: DatabaseAccess, work: JobDeps): Promise<void> {
  const { store, catalog, context, signal } = work;
  const service = await store.read((sql) => getEntityById(sql, containersOf(pipeline)[0]?.[1] ?? ''));
  if (!service) return;
  const config = configOf(pipeline);
  const matches = tableFilter(config);
  const seconds = typeof config.timeoutSeconds === 'number' ? config.timeoutSeconds : TIMEOUT_SECONDS;
  const run = { settings: settingsOf(config), deadline: state.startedAt + seconds * 1000, signal };
  const transaction = <T>(write: (scope: Scope) => Promise<T>) => work.transaction(write);
  const profiler = createProfiler(run, { catalog, store, context, access, transaction });
  try {
    for await (const row of tablesBelow(service, store, state.after)) {
      const wanted = matches(row.fqn) && (config.includeViews === true || !isView(row));
      if (wanted) count(state, await outcomeOf(row, state, profiler.profile));
      else state.filtered++;
      if (signal.aborted) return; // the next run does this table again
      state.after = placeOf(row);
      if (wanted) await work.transaction((scope) => work.progress(scope, { done: 1, state }));
    }
  } finally {
    await profiler.close();
  }
}

/** Tables of a database that did not answer are not tried. */
async function outcomeOf(
  row: EntityRow,
  state: RunState,
  profile: (row: EntityRow) => Promise<TableOutcome>,
): Promise<TableOutcome> {
  const database = containersOf(row).map(([, id]) => id)[1] ?? '';
  if (state.gone.includes(database))
    return {
      ...{ fqn: row.fqn, status: 'failed', rows: undefined, columns: 0, isGone: true },
      problems: ['its database did not answer before'],
    };
  const outcome = await profile(row);
  if (outcome.isGone) state.gone.push(database);
  return outcome;
}

function count(state: RunState, { fqn, status, problems }: TableOutcome): void {
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
    profileSampleConfig: config.profileSampleConfig as ProfileSampleConfig | undefined, // checked when it was stored
    metrics: isTextList(config.metrics) ? config.metrics : undefined,
  };
}

function statusOf(
  runId: string,
  pipelineState: PipelineStatus['pipelineState'],
  state: RunState,
  { context }: Pick<Scope, 'context'>,
): PipelineStatus {
  const { startedAt, profiled, partial, failed, filtered, failures } = state;
  return {
    runId,
    pipelineState,
    startDate: startedAt,
    timestamp: startedAt,
    ...(pipelineState === 'running' ? {} : { endDate: context.now() }),
    status: [
      {
        name: 'Profiler',
        records: profiled + partial,
        updated_records: 0,
        warnings: partial,
        errors: failed,
        filtered,
        failures,
      },
    ],
  };
}

async function reportStatus({ id }: EntityRow, status: PipelineStatus, scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get(ingestionPipeline.name);
  const row = await findForWrite(type, { id }, 'non-deleted', scope);
  await storePipelineStatus({ type, row }, status, scope);
}
