/** Computes the profile of a table in its source. */
import type { ColumnProfile, TableProfile } from '../../../contract/index.js';
import {
  type ColumnKind,
  columnKindOf,
  columnsStatement,
  EgressError,
  type ProfiledRows,
  rowCountStatement,
  rowsOf,
} from '../../egress/index.js';
import { NOT_RUN } from '../../entities/index.js';
import type { ServiceSource, TablePlace } from '../source/index.js';
import { nameInSource } from '../source/index.js';
import { countOf, numberOf } from './figures.js';
import { measureColumns } from './measure-columns.js';
import type { CustomMetric, ProfilePlan } from './profile-plan.js';

export interface Measurement {
  tableProfile: TableProfile;
  columnProfile: ColumnProfile[];
}

export interface Measured {
  /** What could be computed; null if nothing could. */
  measurement: Measurement | null;
  /** What could not be computed, and why; empty if everything was. */
  problems: string[];
  /** Whether the source does not answer, so that other tables need not be tried. */
  isGone: boolean;
}

export interface MeasureOptions {
  source: ServiceSource;
  place: TablePlace;
  plan: ProfilePlan;
  /** Time of the profile in milliseconds. */
  at: number;
  /** Whether the run has to end; asked before each statement. */
  isOver(): boolean;
}

/** Sends one statement after another and collects the problems. */
export interface Attempts {
  problems: string[];
  /** The result; undefined where the statement was rejected. Rejects with `Stopped` if no other can succeed. */
  attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined>;
}

/** No further statement makes sense for this table. */
class Stopped extends Error {
  constructor(readonly isGone: boolean) {
    super('stopped');
  }
}

/** Does not reject if the source fails. */
export async function measureTable(options: MeasureOptions): Promise<Measured> {
  const attempts = createAttempts(options.isOver);
  const draft: { measurement: Measurement | null } = { measurement: null };
  let isGone = false;
  try {
    await measure(options, attempts, draft);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    isGone = error.isGone;
  }
  return { measurement: draft.measurement, problems: attempts.problems, isGone };
}

function createAttempts(isOver: () => boolean): Attempts {
  const problems: string[] = [];
  return {
    problems,
    async attempt(what, work) {
      if (isOver()) {
        problems.push(`${what}: the time of the run was over`);
        throw new Stopped(true);
      }
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        problems.push(`${what}: ${error.message}`);
        if (error.failure === 'failed') return undefined;
        throw new Stopped(error.failure !== 'timeout');
      }
    },
  };
}

async function measure(
  { source, place, plan, at }: MeasureOptions,
  attempts: Attempts,
  draft: { measurement: Measurement | null },
): Promise<void> {
  const { kind } = source;
  const found = await attempts.attempt('columns', () => source.query(columnsStatement(kind, place)));
  if (!found) return;
  if (found.rows.length === 0) {
    attempts.problems.push(`the source has no table ${place.schema}.${place.table}`);
    return;
  }
  const rows: ProfiledRows = {
    schema: place.schema,
    table: place.table,
    query: plan.query,
    where: plan.where,
    isTable: ['r', 'm', 'p'].includes(String(found.rows[0]?.[2])),
  };
  const counted = await attempts.attempt('rowCount', () => source.query(rowCountStatement(rowsOf(kind, rows))));
  const rowCount = countOf(counted?.rows[0]?.[0]);
  if (counted && rowCount === undefined) attempts.problems.push('rowCount: the source returned no count');
  if (rowCount === undefined) return;
  const sample = plan.sampleOf(rowCount);
  const tableProfile: TableProfile = {
    timestamp: at,
    ...(plan.tableMetrics ? { rowCount, columnCount: found.rows.length } : {}),
    ...(sample ? { profileSample: sample.size, profileSampleType: sample.type } : {}),
  };
  const columnProfile: ColumnProfile[] = [];
  draft.measurement = { tableProfile, columnProfile };
  const types = new Map(found.rows.map(([name, type]) => [String(name), columnKindOf(kind, String(type))]));
  const columns = presentColumns(plan, types, attempts.problems);
  const from = rowsOf(kind, sample ? { ...rows, sample: { ...sample, seed: (at % 2_147_483_646) + 1 } } : rows);
  await measureColumns({ source, from, columns, at, into: columnProfile }, attempts);
  const tableMetrics = await customMetrics(plan.tableCustomMetrics, source, attempts);
  if (tableMetrics.length > 0) tableProfile.customMetrics = tableMetrics;
  for (const profile of columnProfile) {
    const metrics = await customMetrics(plan.columnCustomMetrics.get(profile.name) ?? [], source, attempts);
    if (metrics.length > 0) profile.customMetrics = metrics;
  }
}

export interface PresentColumn {
  /** The name in the catalog. */
  name: string;
  nameInSource: string;
  kind: ColumnKind;
  metrics: readonly string[] | undefined;
}

/** The columns of the plan that the source has; the others are problems. */
function presentColumns(
  plan: ProfilePlan,
  types: ReadonlyMap<string, ColumnKind>,
  problems: string[],
): PresentColumn[] {
  const exact = new Set(types.keys());
  const folded = new Map([...types.keys()].map((name) => [name.toLowerCase(), name]));
  const present: PresentColumn[] = [];
  const gone: string[] = [];
  for (const [name, metrics] of plan.columns) {
    const meant = nameInSource(name);
    const found = exact.has(meant) ? meant : folded.get(meant.toLowerCase());
    if (found === undefined) gone.push(name);
    else present.push({ name, nameInSource: found, kind: types.get(found) ?? 'other', metrics });
  }
  if (gone.length > 0)
    problems.push(
      `the source has no column ${gone.slice(0, 10).join(', ')}${gone.length > 10 ? ` and ${gone.length - 10} more` : ''}`,
    );
  return present;
}

async function customMetrics(
  metrics: readonly CustomMetric[],
  source: ServiceSource,
  attempts: Attempts,
): Promise<{ name: string; value: number }[]> {
  const values: { name: string; value: number }[] = [];
  for (const { name, expression, mayRun } of metrics) {
    if (!mayRun) {
      attempts.problems.push(`custom metric ${name}: ${NOT_RUN}`);
      continue;
    }
    const answer = await attempts.attempt(`custom metric ${name}`, () => source.query(expression));
    if (!answer) continue;
    const value = numberOf(answer.rows[0]?.[0]);
    if (value === undefined) attempts.problems.push(`custom metric ${name}: its statement returned no number`);
    else values.push({ name, value });
  }
  return values;
}
