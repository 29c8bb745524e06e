/** Judges the quality of an asset by the newest results of test cases and, for rules of documents, by its newest profiles. */
import {
  type ColumnProfile,
  type EntityReference,
  type OdcsQualityRule,
  parseObject,
  type QualityValidation,
  type TableProfile,
} from '../../../../contract/index.js';
import type { Scope } from '../../../catalog/index.js';
import { type QualityRule, readQualityRule } from '../../../odcs/index.js';
import { latestPoints, latestPointsByKey, latestStatuses } from '../../../storage/index.js';
import { columnProfileKind, tableProfileKind } from '../../table/profile/profile-kinds.js';
import { type Checked, NOTHING } from './check.js';

/** What the contract promises about quality. */
interface Promised {
  cases: readonly EntityReference[];
  rules: readonly OdcsQualityRule[];
  /** Whether the caller may view profiles of the asset. */
  mayViewProfiles: boolean;
}

/** Whether one promise is kept; otherwise what failed, or why it could not be checked. */
type Outcome = 'kept' | { failed: string } | { unchecked: string };

export async function checkQuality(
  assetId: string,
  { cases, rules, mayViewProfiles }: Promised,
  scope: Scope,
): Promise<Checked<QualityValidation>> {
  const outcomes = [
    ...(await outcomesOfCases(cases, scope)),
    ...(await outcomesOfRules(assetId, { rules, mayViewProfiles }, scope)),
  ];
  if (outcomes.length === 0) return NOTHING;
  const failed = outcomes.flatMap((one) => (typeof one === 'object' && 'failed' in one ? [one.failed] : []));
  const unchecked = outcomes.flatMap((one) => (typeof one === 'object' && 'unchecked' in one ? [one.unchecked] : []));
  const kept = outcomes.length - failed.length - unchecked.length;
  return {
    validation: {
      passed: kept,
      failed: failed.length,
      total: outcomes.length,
      qualityScore: Math.round((kept / outcomes.length) * 10_000) / 100,
    },
    failed,
    unchecked,
    kept,
  };
}

/** Promises that test cases pass. compat: a test that was aborted counts as failed. */
async function outcomesOfCases(cases: readonly EntityReference[], { sql }: Scope): Promise<Outcome[]> {
  const latest = await latestStatuses(
    sql,
    cases.map(({ id }) => id),
  );
  const statuses = new Map(latest.map(({ case_id, status }) => [case_id, status]));
  return cases.map(({ id, name = id }) => {
    const status = statuses.get(id);
    if (status === 'Success') return 'kept';
    if (status === 'Failed' || status === 'Aborted') return { failed: `test case ${name}: ${status}` };
    return {
      unchecked: `test case ${name}: ${status === undefined ? 'it has no result' : `its newest result is ${status}`}`,
    };
  });
}

/** Promises in quality rules of documents; those written for people are not counted. */
async function outcomesOfRules(
  assetId: string,
  { rules: given, mayViewProfiles }: Omit<Promised, 'cases'>,
  { sql }: Scope,
): Promise<Outcome[]> {
  const judged = given.flatMap((rule) => readQualityRule({ ...rule, arguments: argumentsOf(rule) }) ?? []);
  if (judged.length === 0) return [];
  if (!mayViewProfiles)
    return judged.map(({ name }) => ({ unchecked: `quality rule ${name}: the caller may not view profiles` }));
  const [table] = await latestPoints(sql, [assetId], tableProfileKind);
  const columns = await latestPointsByKey(sql, assetId, columnProfileKind);
  const profiles: Profiles = {
    table: table ? parseObject<TableProfile>(table.doc) : null,
    columns: new Map(columns.map(({ key, doc }) => [key, parseObject<ColumnProfile>(doc)])),
  };
  return judged.map((rule) => judge(rule, profiles));
}

function argumentsOf({ validValues }: OdcsQualityRule): object {
  return validValues ? { validValues } : {};
}

interface Profiles {
  table: TableProfile | null;
  columns: ReadonlyMap<string, ColumnProfile>;
}

function judge(rule: QualityRule, profiles: Profiles): Outcome {
  const what = `quality rule ${rule.name}${rule.column === undefined ? '' : ` on ${rule.column}`}`;
  if (rule.kind === 'unchecked') return { unchecked: `${what}: ${rule.reason}` };
  if (rule.kind === 'sql')
    return { unchecked: `${what}: SQL needs the source; \`cairn contract test --source\` runs it` };
  const measured = measure(rule, profiles);
  if (typeof measured === 'string') return { unchecked: `${what}: ${measured}` };
  if (rule.wanted.holds(measured)) return 'kept';
  // Without the figure: stored results are visible with the contract, but profiles need a separate right.
  return { failed: `${what}: ${rule.metric} ${rule.wanted.text}` };
}

/** The measured value of a rule, from the newest profiles; or the reason why they do not have it. */
function measure(rule: Extract<QualityRule, { kind: 'metric' }>, { table, columns }: Profiles): number | string {
  if (!table) return 'the table has no profile';
  if (
    table.profileSample !== undefined &&
    !(table.profileSample === 100 && table.profileSampleType !== 'ROWS') &&
    rule.metric !== 'rowCount'
  )
    return 'the newest profile covers only a sample';
  const rows = table.rowCount;
  if (rule.metric === 'rowCount') return rows ?? 'the newest profile has no row count';
  const column = rule.column === undefined ? undefined : columns.get(rule.column);
  if (!column)
    return rule.column === undefined
      ? 'profiles do not measure it for several columns together'
      : 'the column has no profile';
  const count = countIn(rule.metric, column, Object.keys(rule.arguments).length > 0);
  if (count === undefined) return `profiles do not measure ${rule.metric}`;
  if (!rule.percent) return count;
  return rows ? (count / rows) * 100 : 'the newest profile has no row count';
}

function countIn(metric: string, column: ColumnProfile, hasArguments: boolean): number | undefined {
  if (hasArguments) return undefined;
  if (metric === 'nullValues') return column.nullCount;
  if (metric === 'missingValues') return column.nullCount;
  if (metric !== 'duplicateValues') return undefined;
  if (column.duplicateCount !== undefined) return column.duplicateCount;
  return column.valuesCount === undefined || column.distinctCount === undefined
    ? undefined
    : column.valuesCount - column.distinctCount;
}
