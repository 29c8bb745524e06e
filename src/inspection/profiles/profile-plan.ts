/** Decides what the profile of a table contains, by its own configuration and that of the run. Pure. */
import {
  type Column,
  isObject,
  type ProfilerConfiguration,
  type ProfileSampleConfig,
  type Table,
  type TableProfilerConfig,
} from '../../../contract/index.js';
import type { RowCondition, RowSample } from '../../egress/index.js';
import { withoutSemicolons } from '../source/index.js';

/** The settings of a run; those of a table take precedence. */
export interface ProfileSettings {
  computeTableMetrics?: boolean | undefined;
  computeColumnMetrics?: boolean | undefined;
  profileSampleConfig?: ProfileSampleConfig | undefined;
  randomizedSample?: boolean | undefined;
  /** Names of the metrics of columns; absent: all. */
  metrics?: readonly string[] | undefined;
  /** What the setting of all profilers limits the metrics of columns to, by their data type. */
  byDataType?: ProfilerConfiguration['metricConfiguration'];
}

export interface ProfilePlan {
  tableMetrics: boolean;
  /** Names of top-level columns, with their metrics where these are chosen. */
  columns: ReadonlyMap<string, readonly string[] | undefined>;
  query?: string | undefined;
  where?: RowCondition | undefined;
  /** The sample for a number of rows; undefined for all. */
  sampleOf(rows: number): Omit<RowSample, 'seed'> | undefined;
  /** Whether the sample depends on the number of rows. */
  tableCustomMetrics: readonly CustomMetric[];
  columnCustomMetrics: ReadonlyMap<string, readonly CustomMetric[]>;
}

export interface CustomMetric {
  name: string;
  /** A whole statement that returns one number. */
  expression: string;
  mayRun: boolean;
}

/** A value of a stored configuration, which was checked against its schema. */
export const isSampleConfig = (value: unknown): value is ProfileSampleConfig => isObject(value);

type Profiled = Partial<Pick<Table, 'columns' | 'customMetrics' | 'tableProfilerConfig'>>;

/** `now`: milliseconds, for partitions by time. */
export function planOf(
  table: Profiled,
  settings: ProfileSettings,
  now: number,
  mayRun: (statement: string) => boolean,
): ProfilePlan {
  const config = table.tableProfilerConfig ?? {};
  const columns = table.columns ?? [];
  const isRandom = config.randomizedSample ?? settings.randomizedSample ?? false;
  const wanted = (config.computeColumnMetrics ?? settings.computeColumnMetrics) !== false;
  const sample = config.profileSampleConfig ?? settings.profileSampleConfig;
  return {
    tableMetrics: (config.computeTableMetrics ?? settings.computeTableMetrics) !== false,
    columns: wanted ? chosenColumns(columns, config, settings) : new Map(),
    ...(config.profileQuery ? { query: withoutSemicolons(config.profileQuery) } : {}),
    ...(config.partitioning ? { where: partitionOf(config.partitioning, now) } : {}),
    sampleOf: (rows) => sampleFor(sample, rows, isRandom),
    tableCustomMetrics: marked(table.customMetrics, mayRun),
    columnCustomMetrics: new Map(columns.map(({ name, customMetrics }) => [name, marked(customMetrics, mayRun)])),
  };
}

function marked(
  metrics: readonly Omit<CustomMetric, 'mayRun'>[] = [],
  mayRun: (statement: string) => boolean,
): CustomMetric[] {
  return metrics.map(({ name, expression }) => ({ name, expression, mayRun: mayRun(expression) }));
}

function chosenColumns(
  columns: readonly Column[],
  { includeColumns = [], excludeColumns = [] }: TableProfilerConfig,
  { metrics, byDataType = [] }: ProfileSettings,
): Map<string, readonly string[] | undefined> {
  const included = new Map(includeColumns.map((one) => [one.columnName, one.metrics]));
  const chosen = new Map<string, readonly string[] | undefined>();
  for (const { name, dataType } of columns) {
    if (excludeColumns.includes(name) || (included.size > 0 && !included.has(name))) continue;
    const own = included.get(name);
    const { disabled, metrics: allowed } = byDataType.find((one) => one.dataType === dataType) ?? {};
    if (own?.length) chosen.set(name, own);
    else if (!disabled) chosen.set(name, allowed?.length ? within(metrics, allowed) : metrics);
  }
  return chosen;
}

function within(metrics: readonly string[] | undefined, allowed: readonly string[]): readonly string[] {
  return metrics?.filter((metric) => allowed.includes(metric)) ?? allowed;
}

const UNITS = { YEAR: 'FullYear', MONTH: 'Month', DAY: 'Date', HOUR: 'Hours' } as const;

type Partitioning = NonNullable<TableProfilerConfig['partitioning']>;

function partitionOf(given: Partitioning, now: number): RowCondition | undefined {
  const { enablePartitioning, partitionColumnName: column, partitionIntervalType: type } = given;
  if (!enablePartitioning || !column) return undefined;
  if (type === 'INTEGER-RANGE')
    return { column, min: given.partitionIntegerRangeStart, max: given.partitionIntegerRangeEnd };
  if (type === 'COLUMN-VALUE')
    return {
      column,
      values: (given.partitionValues ?? []).map((one) => (typeof one === 'number' ? one : String(one))),
    };
  const unit = UNITS[given.partitionIntervalUnit ?? 'DAY'];
  const since = new Date(now);
  since[`setUTC${unit}`](since[`getUTC${unit}`]() - (given.partitionInterval ?? 1));
  // Whole days, except for hours, so that dates compare as well.
  const text = since.toISOString().replace('T', ' ').slice(0, 19);
  return { column, min: unit === 'Hours' ? text : text.slice(0, 10) };
}

function sampleFor(
  config: ProfileSampleConfig | undefined,
  rows: number,
  isRandom: boolean,
): Omit<RowSample, 'seed'> | undefined {
  const given = config?.config;
  if (!given) return undefined;
  const {
    profileSample,
    profileSampleType = 'PERCENTAGE',
    samplingMethodType,
  } = isDynamic(given) ? dynamicSample(given, rows) : given;
  if (profileSample === undefined || profileSample <= 0) return undefined;
  if (profileSampleType === 'PERCENTAGE' && profileSample >= 100) return undefined;
  if (profileSampleType === 'ROWS' && profileSample >= rows) return undefined;
  return { type: profileSampleType, size: profileSample, isRandom, bySystem: samplingMethodType === 'SYSTEM' };
}

type Sample = Extract<NonNullable<ProfileSampleConfig['config']>, { profileSample?: number }>;
type Dynamic = Exclude<NonNullable<ProfileSampleConfig['config']>, Sample>;

/** compat: the shares that the Python client takes of tables with up to so many rows. */
const SMART: readonly (readonly [rows: number, percent: number])[] = [
  [100_000, 100],
  [1_000_000, 50],
  [10_000_000, 10],
  [100_000_000, 5],
  [1_000_000_000, 1],
  [Number.POSITIVE_INFINITY, 0.1],
];

/** Of the two forms, the one that may say how many rows a sample has. */
const isDynamic = (config: Sample | Dynamic): config is Dynamic => !('profileSample' in config);

function dynamicSample({ smartSampling = true, thresholds = [] }: Dynamic, rows: number): Sample {
  if (smartSampling) return { profileSample: SMART.find(([most]) => rows <= most)?.[1] ?? 100 };
  return (
    [...thresholds]
      .sort((a, b) => b.rowCountThreshold - a.rowCountThreshold)
      .find(({ rowCountThreshold }) => rows >= rowCountThreshold) ?? {}
  );
}
