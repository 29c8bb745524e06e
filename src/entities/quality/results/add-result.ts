/** Stores results of test cases with their consequences: status, incident, failed rows. */
import {
  type CreateTestCaseResult,
  catalogError,
  parseObject,
  type TestCase,
  type TestCaseResult,
} from '../../../../contract/index.js';
import { changeEntity, type FieldChange, recordUpdate, type Scope } from '../../../catalog/index.js';
import {
  type DimensionRow,
  deleteResult,
  getResult,
  latestResults,
  putLatest,
  putResult,
  type ResultRow,
  refreshLatest,
} from '../../../storage/index.js';
import type { Target } from '../../entity-route.js';
import { checkMilliseconds } from '../../time-range.js';
import { deleteFailedRows } from '../cases/failed-rows.js';
import { appendState, incidentOfFailure, openIncident } from '../incidents/incident-states.js';
import { shownResult } from './shown-result.js';

type Found = Pick<Target, 'type' | 'row'>;
type Dimension = NonNullable<TestCaseResult['dimensionResults']>[number];

/** The row of the case must be locked. A result of the same time is replaced. */
export async function addResult(found: Found, given: CreateTestCaseResult, scope: Scope): Promise<TestCaseResult> {
  const { row } = found;
  const { fqn: _, incidentId: _other, dimensionResults = [], ...outcome } = given;
  checkMilliseconds(outcome.timestamp);
  const incident = await incidentAfter(found, outcome, scope);
  const before = await getResult(scope.sql, row.id, outcome.timestamp);
  const result = resultRow(row.id, scope.context.id(), { ...outcome, ...(incident ? { incidentId: incident } : {}) });
  await putResult(
    scope.sql,
    result,
    dimensionResults.map((dimension) => dimensionRow(result, dimension)),
  );
  await putLatest(scope.sql, result);
  const shown = shownResult(result, row.fqn);
  await followLatest(found, scope);
  const oldValue = before ? { oldValue: shownResult(before, row.fqn) } : {};
  await record(found, { updated: [{ name: 'testCaseResult', ...oldValue, newValue: shown }] }, scope);
  return shown;
}

/** Replaces the result of a time by a changed one. Its dimensions stay unless there are others: results are shown without them. */
export async function changeResult(found: Found, stored: ResultRow, after: TestCaseResult, scope: Scope) {
  const { row } = found;
  const { testCaseFQN: _, id: _id, testCase: _case, testDefinition: _definition, dimensionResults, ...rest } = after;
  const changed = resultRow(row.id, stored.id, { ...rest, timestamp: stored.at });
  await putResult(
    scope.sql,
    changed,
    dimensionResults?.map((dimension) => dimensionRow(changed, dimension)),
  );
  await refreshLatest(scope.sql, row.id);
  await followLatest(found, scope);
  const [oldValue, newValue] = [shownResult(stored, row.fqn), shownResult(changed, row.fqn)];
  await record(found, { updated: [{ name: 'testCaseResult', oldValue, newValue }] }, scope);
  return newValue;
}

/** Removes the result of a time. Resolves to it, undefined if there is none. */
export async function removeResult(found: Found, at: number, scope: Scope): Promise<TestCaseResult | undefined> {
  const { row } = found;
  const stored = await getResult(scope.sql, row.id, at);
  if (!stored) return undefined;
  await deleteResult(scope.sql, row.id, at);
  await refreshLatest(scope.sql, row.id);
  await followLatest(found, scope);
  const oldValue = shownResult(stored, row.fqn);
  await record(found, { deleted: [{ name: 'testCaseResult', oldValue }] }, scope);
  return oldValue;
}

/** A failure belongs to the open incident or opens one; a success ends it if the case says so. Resolves to its id. */
async function incidentAfter(
  { row }: Found,
  { testCaseStatus: status, result }: Pick<CreateTestCaseResult, 'testCaseStatus' | 'result'>,
  scope: Scope,
): Promise<string | undefined> {
  if (status === 'Failed') return incidentOfFailure(row, result, scope);
  if (status !== 'Success') return undefined;
  await deleteFailedRows(row.id, scope.sql);
  const { autoCloseIncident } = parseObject<Partial<TestCase>>(row.doc);
  if (autoCloseIncident && (await openIncident(row.id, scope)))
    await appendState(
      row,
      { status: 'Resolved', details: { testCaseFailureReason: 'Other', testCaseFailureComment: 'AutoResolved' } },
      scope,
    );
  return undefined;
}

/** Stores the status of the newest result with the case, where it differs, for lists and searches. */
export async function followLatest({ type, row }: Found, scope: Scope): Promise<void> {
  const [latest] = await latestResults(scope.sql, [row.id]);
  const incident = (await openIncident(row.id, scope))?.state_id;
  const status = latest?.status;
  const stored = { ...parseObject(row.doc), ...parseObject(row.extra ?? '{}') };
  if (stored.testCaseStatus === status && stored.incidentId === incident) return;
  await changeEntity(
    type,
    row,
    ({ testCaseStatus: _, incidentId: __, ...value }) => ({
      ...value,
      ...(status === undefined ? {} : { testCaseStatus: status }),
      ...(incident === undefined ? {} : { incidentId: incident }),
    }),
    scope,
  );
}

async function record(
  { type, row }: Found,
  change: { updated?: FieldChange[]; deleted?: FieldChange[] },
  scope: Scope,
): Promise<void> {
  await recordUpdate(type, row, change, scope);
}

function resultRow(caseId: string, id: string, result: Omit<TestCaseResult, 'testCaseFQN'>): ResultRow {
  const { timestamp, id: _, ...outcome } = result;
  const status = outcome.testCaseStatus;
  if (status === undefined) throw catalogError('BAD_REQUEST', 'testCaseStatus is required');
  return { case_id: caseId, at: timestamp, id, status, doc: JSON.stringify(outcome) };
}

function dimensionRow({ case_id, at, id }: ResultRow, given: Dimension): DimensionRow {
  return { case_id, at, key: given.dimensionKey, doc: JSON.stringify({ ...given, testCaseResultId: id }) };
}
