/** Profiles tables one after another and stores the results. */
import {
  CatalogError,
  catalogError,
  isObject,
  type ProfilerConfiguration,
  type Table,
} from '../../../contract/index.js';
import { type Catalog, containersOf, readDocument, type Scope } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import { type DatabaseAccess, EgressError } from '../../egress/index.js';
import { addTableProfile, NOT_RUN, runnableStatements } from '../../entities/index.js';
import { type EntityRow, getEntitiesByIds, getSettingValue, type Store } from '../../storage/index.js';
import { openServiceSource, placeOfTable, type ServiceSource, type TablePlace } from '../source/index.js';
import { type Measured, measureTable } from './measure-table.js';
import { isSampleConfig, type ProfilePlan, type ProfileSettings, planOf } from './profile-plan.js';

export interface ProfileDeps {
  catalog: Catalog;
  store: Pick<Store, 'read'>;
  context: Context;
  access: DatabaseAccess;
  /** Stores one profile, with the rights of the user whom the run is for. */
  transaction<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
}

export interface ProfileRun {
  settings: ProfileSettings;
  /** Milliseconds since 1970 at which the run ends, whether it is done or not. */
  deadline: number;
  signal: AbortSignal;
}

export interface TableOutcome {
  fqn: string;
  /** `partial`: stored without what the problems name. `failed`: nothing was stored. */
  status: 'profiled' | 'partial' | 'failed';
  rows: number | undefined;
  columns: number;
  /** Why something is missing. */
  problems: string[];
}

export interface Profiler {
  profile(row: EntityRow): Promise<TableOutcome>;
  /** Closes the source that is open. */
  close(): Promise<void>;
}

/** Keeps the source of the last table open for the next one. Tables of a source that did not answer are not tried. */
export function createProfiler(run: ProfileRun, deps: ProfileDeps): Profiler {
  let open: { key: string; source: ServiceSource } | undefined;
  const gone = new Set<string>();
  const close = async () => {
    await open?.source.close();
    open = undefined;
  };
  const sourceOf = async (place: TablePlace, key: string) => {
    if (open?.key === key) return open.source;
    await close();
    open = { key, source: await openServiceSource(place, deps.access, deps) };
    return open.source;
  };
  // A running statement must not delay the stop of the server.
  const stop = () => void close();
  run.signal.addEventListener('abort', stop, { once: true });
  return {
    async profile(row) {
      const outcome = (problem: string): TableOutcome => ({
        ...{ fqn: row.fqn, status: 'failed', rows: undefined, columns: 0, problems: [problem] },
      });
      const place = placeOfTable(row);
      const key = JSON.stringify([place.serviceId, place.database]);
      if (gone.has(key)) return outcome('its database did not answer before');
      try {
        const plan = await planFor(row, run, deps);
        const at = deps.context.now();
        const isOver = () => run.signal.aborted || deps.context.now() > run.deadline;
        const measured = await measureTable({ source: await sourceOf(place, key), place, plan, at, isOver });
        if (measured.isGone) {
          gone.add(key);
          await close();
        }
        return await storeMeasured(row, measured, deps);
      } catch (error) {
        if (error instanceof CatalogError) return outcome(error.message);
        if (!(error instanceof EgressError)) throw error;
        gone.add(key);
        await close();
        return outcome(error.message);
      }
    },
    async close() {
      run.signal.removeEventListener('abort', stop);
      await close();
    },
  };
}

async function storeMeasured(row: EntityRow, measured: Measured, deps: ProfileDeps): Promise<TableOutcome> {
  const { measurement, problems } = measured;
  const columns = measurement?.columnProfile.length ?? 0;
  const outcome = { fqn: row.fqn, rows: measurement?.tableProfile.rowCount, columns, problems };
  if (!measurement) return { ...outcome, status: 'failed' };
  await deps.transaction((scope) => addTableProfile(row.id, measurement, scope));
  return { ...outcome, status: problems.length === 0 ? 'profiled' : 'partial' };
}

/** The sample of a table is its own, else that of its schema, its database or the run. */
async function planFor(row: EntityRow, { settings }: ProfileRun, deps: ProfileDeps): Promise<ProfilePlan> {
  const table = readDocument<Table>(row);
  const ids = containersOf(row).map(([, id]) => id);
  const [containers, isRunnable, limits] = await deps.store.read((sql) =>
    Promise.all([
      getEntitiesByIds(sql, ids),
      runnableStatements([row.id], sql),
      getSettingValue<ProfilerConfiguration>(sql, 'profilerConfiguration'),
    ]),
  );
  const nearest = ids.flatMap((id) => containers.filter((container) => container.id === id));
  const above = nearest.map(configOf).find((config) => config.profileSampleConfig !== undefined);
  const profileSampleConfig = above?.profileSampleConfig ?? settings.profileSampleConfig;
  const randomizedSample = above?.randomizedSample ?? settings.randomizedSample;
  const mayRun = (statement: string) => isRunnable(row.id, statement);
  const { profileQuery } = table.tableProfilerConfig ?? {};
  if (profileQuery && !mayRun(profileQuery)) throw catalogError('FORBIDDEN', `profileQuery: ${NOT_RUN}`);
  const byDataType = limits?.metricConfiguration ?? [];
  const all = { ...settings, profileSampleConfig, randomizedSample, byDataType };
  return planOf(table, all, deps.context.now(), mayRun);
}

/** The settings of a database or schema: `databaseProfilerConfig`, `databaseSchemaProfilerConfig`. */
function configOf(container: EntityRow): ProfileSettings {
  const config = readDocument(container)[`${container.type}ProfilerConfig`];
  if (!isObject(config) || !isSampleConfig(config.profileSampleConfig)) return {};
  const { profileSampleConfig, randomizedSample } = config;
  return { profileSampleConfig, randomizedSample: randomizedSample === true };
}
