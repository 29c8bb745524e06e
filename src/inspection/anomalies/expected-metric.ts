/** Tests whose figure of a profile has to lie in the range that its history lets expect. */
import { type CreateTestCaseResult, parseObject, type Stored, type TestCase } from '../../../contract/index.js';
import {
  aboutOf,
  columnProfileKind,
  EXPECTED_METRIC,
  TEST_EDGE,
  TEST_TYPE,
  tableProfileKind,
} from '../../entities/index.js';
import {
  type EntityRow,
  getEntitiesByFqns,
  getEntitiesByIds,
  listChildren,
  listPoints,
  relationsTo,
  type Sql,
} from '../../storage/index.js';
import { expectedRange, isExpected, MOST_POINTS } from './expected-range.js';
import { figuresOf, historiesOfProfile } from './histories.js';
import { boundsOf, tooFew } from './shown-ranges.js';

/** The live cases of a table and its columns that are such tests. */
export async function expectedMetricCases(sql: Sql, tableId: string): Promise<EntityRow[]> {
  const suites = await listChildren(sql, [tableId], { types: [TEST_TYPE.suite] });
  if (suites.length === 0) return [];
  const definitions = await getEntitiesByFqns(sql, TEST_TYPE.definition, Object.values(EXPECTED_METRIC));
  const ids = new Set(definitions.map(({ id }) => id));
  const children = await listChildren(
    sql,
    suites.map(({ id }) => id),
    { types: [TEST_TYPE.case] },
  );
  const edges = await relationsTo(
    sql,
    children.map(({ id }) => id),
    [TEST_EDGE.defines],
  );
  const own = edges.filter(({ from_id }) => ids.has(from_id)).map(({ to_id }) => to_id);
  return own.length === 0 ? [] : getEntitiesByIds(sql, own);
}

/**
 * The result of such a test for the profile of a time; by default the newest. Undefined if the table has no profile of
 * that time: there is nothing to judge.
 */
export async function judgeMetric(
  sql: Sql,
  { fqn, doc }: Pick<EntityRow, 'fqn' | 'doc'>,
  tableId: string,
  at?: number,
): Promise<CreateTestCaseResult | undefined> {
  const { path } = aboutOf(fqn);
  const series = { entityId: tableId, kind: path === '' ? tableProfileKind : columnProfileKind, key: path };
  const [point] = await listPoints(sql, { ...series, ...(at === undefined ? {} : { from: at, to: at }), limit: 1 });
  if (!point) return undefined;
  const { parameterValues = [] } = parseObject<Stored<TestCase>>(doc);
  const metric = parameterValues.find(({ name }) => name === 'metric')?.value ?? '';
  const result = { fqn, timestamp: point.at };
  const [, value] = figuresOf(point.doc).find(([name]) => name === metric) ?? [];
  if (value === undefined)
    return { ...result, testCaseStatus: 'Aborted', result: `the profile has no figure ${metric}`, testResultValue: [] };
  const history = (await historiesOfProfile(sql, series, { before: point.at })).get(metric) ?? [];
  const range = expectedRange(history, point.at);
  const shown = { name: metric, value: String(value) };
  if (!range) return { ...result, testCaseStatus: 'Aborted', result: tooFew(history.length), testResultValue: [shown] };
  const { predictedValue, minBound, maxBound } = boundsOf(range);
  const passed = isExpected(value, range);
  return {
    ...result,
    testCaseStatus: passed ? 'Success' : 'Failed',
    result: `${metric} is ${value}; ${passed ? 'as expected' : 'expected'} from ${text(minBound)} to ${text(maxBound)}, by ${Math.min(history.length, MOST_POINTS)} earlier profiles`,
    testResultValue: [{ ...shown, predictedValue: String(predictedValue) }],
    minBound,
    maxBound,
  };
}

const text = (bound: number): string => String(Number(bound.toPrecision(6)));
