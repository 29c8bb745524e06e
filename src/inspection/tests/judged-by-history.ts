/** Tests whose bounds are the range that a history lets expect. */
import type { RunnableCase } from '../../entities/index.js';
import type { Store } from '../../storage/index.js';
import { expectedRange, historiesOfCase, isExpected, judgeMetric, tooFew } from '../anomalies/index.js';
import type { TestOutcome } from './run-table-tests.js';
import { passed } from './verdict.js';

/** What tests of figures of profiles say about the newest profile of their table. */
export function judgedByProfile(
  cases: readonly RunnableCase[],
  tableId: string,
  store: Pick<Store, 'read'>,
): Promise<TestOutcome[]> {
  return Promise.all(
    cases.map(async (test): Promise<TestOutcome> => {
      const found = await store.read((sql) => judgeMetric(sql, test, tableId));
      if (!found) return { caseId: test.id, aborted: 'the table has no profile' };
      const { testCaseStatus, result = '', testResultValue = [], minBound, maxBound } = found;
      const values = testResultValue.map(({ name = '', value = '' }) => ({ name, value }));
      if (testCaseStatus !== 'Success' && testCaseStatus !== 'Failed')
        return { caseId: test.id, aborted: result, values };
      const bounds = minBound === undefined || maxBound === undefined ? {} : { minBound, maxBound };
      return { caseId: test.id, verdict: { status: testCaseStatus, result, values, ...bounds } };
    }),
  );
}

/**
 * The outcome of a test with `useDynamicAssertion`: its figure has to lie in the range that the earlier results of the
 * case let expect, whatever its parameters say. Outcomes without a figure stay as they are.
 */
export async function judgedByHistory(
  outcome: TestOutcome,
  at: number,
  store: Pick<Store, 'read'>,
): Promise<TestOutcome> {
  if ('aborted' in outcome) return outcome;
  const { caseId, verdict } = outcome;
  const [figure] = verdict.values;
  const value = Number(figure?.value);
  if (!figure || figure.value === '' || !Number.isFinite(value)) return outcome;
  const histories = await store.read((sql) => historiesOfCase(sql, caseId, { before: at }));
  const history = histories.get(figure.name) ?? [];
  const range = expectedRange(history, at);
  if (!range) return { caseId, aborted: tooFew(history.length), values: verdict.values };
  const { min, max } = range;
  return {
    ...outcome,
    verdict: {
      status: passed(isExpected(value, range)),
      result: `${figure.name} is ${value}; its history lets expect at least ${min} and at most ${max}.`,
      values: verdict.values,
      minBound: min,
      maxBound: max,
    },
  };
}
