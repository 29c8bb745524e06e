/** Tests whose figure of a profile has to lie in the range that its history lets expect. */
import type { CreateTestCaseResult } from '../../../contract/index.js';
import {
  aboutOf,
  columnProfileKind,
  EXPECTED_METRIC,
  METRIC_PARAMETER,
  type RunnableCase,
  runnableCases,
  tableProfileKind,
} from '../../entities/index.js';
import { getEntityById, listPoints, type Sql } from '../../storage/index.js';
import { expectedRange, isExpected, MOST_POINTS } from './expected-range.js';
import { figuresOf, historiesOfProfile } from './histories.js';
import { boundsOf, tooFew } from './shown-ranges.js';

const names: readonly string[] = Object.values(EXPECTED_METRIC);

export const isExpectedMetric = ({ definition }: Pick<RunnableCase, 'definition'>): boolean =>
  names.includes(definition.name);

/** The live cases of a table and its columns that are such tests. */
export async function expectedMetricCases(sql: Sql, tableId: string): Promise<RunnableCase[]> {
  const row = await getEntityById(sql, tableId);
  return row?.deleted === 0 ? (await runnableCases(row, sql)).filter(isExpectedMetric) : [];
}

export type Judgement = Omit<CreateTestCaseResult, 'timestamp' | 'fqn'>;

/**
 * The result of such a test for the profile of a time; by default the newest. Undefined if the table has no profile of
 * that time: there is nothing to judge.
 */
export async function judgeMetric(
  sql: Sql,
  { fqn, parameters }: Pick<RunnableCase, 'fqn' | 'parameters'>,
  tableId: string,
  at?: number,
): Promise<Judgement | undefined> {
  const { path } = aboutOf(fqn);
  const series = { entityId: tableId, kind: path === '' ? tableProfileKind : columnProfileKind, key: path };
  const [point] = await listPoints(sql, { ...series, ...(at === undefined ? {} : { from: at, to: at }), limit: 1 });
  if (!point) return undefined;
  const metric = parameters.find(({ name }) => name === METRIC_PARAMETER)?.value ?? '';
  const [, value] = figuresOf(point.doc).find(([name]) => name === metric) ?? [];
  if (value === undefined)
    return { testCaseStatus: 'Aborted', result: `the profile has no figure ${metric}`, testResultValue: [] };
  const history = (await historiesOfProfile(sql, series, { before: point.at })).get(metric) ?? [];
  const range = expectedRange(history, point.at);
  const shown = { name: metric, value: String(value) };
  if (!range) return { testCaseStatus: 'Aborted', result: tooFew(history.length), testResultValue: [shown] };
  const { predictedValue, minBound, maxBound } = boundsOf(range);
  const passed = isExpected(value, range);
  return {
    testCaseStatus: passed ? 'Success' : 'Failed',
    result: `${metric} is ${value}; ${passed ? 'as expected' : 'expected'} from ${text(minBound)} to ${text(maxBound)}, by ${Math.min(history.length, MOST_POINTS)} earlier profiles`,
    testResultValue: [{ ...shown, predictedValue: String(predictedValue) }],
    minBound,
    maxBound,
  };
}

const text = (bound: number): string => String(Number(bound.toPrecision(6)));
