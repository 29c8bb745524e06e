/** Test cases for the code that runs them, and the function that stores its results. */
import {
  type CreateTestCaseResult,
  parseObject,
  type TableData,
  type TestCase,
  type TestCaseParameterValue,
  type TestDefinition,
} from '../../../../contract/index.js';
import { createSight, rowToChange, type Scope } from '../../../catalog/index.js';
import { present } from '../../../context/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  listChildren,
  relationsFrom,
  relationsTo,
  type Sql,
} from '../../../storage/index.js';
import { aboutOf } from '../cases/entity-link.js';
import { putFailedRows } from '../cases/failed-rows.js';
import { TEST_EDGE, TEST_TYPE, TESTED } from '../edges.js';
import { runnableStatements, statementsOfCase, statementsOfDefinition } from '../source-statements.js';
import { addResult } from './add-result.js';

export interface RunnableCase {
  id: string;
  name: string;
  fqn: string;
  tableFqn: string;
  /** Path of the column as in FQNs; '' if the table itself is tested. */
  column: string;
  definition: Pick<TestDefinition, 'name' | 'entityType'> & { sqlExpression?: string | undefined };
  parameters: readonly TestCaseParameterValue[];
  /** Whether the numbers of rows that passed and failed are wanted. */
  countsRows: boolean;
  /** Whether this server may run the SQL that people wrote for it. */
  mayRunStatements: boolean;
  /** Whether the bounds of the test follow from its history, in place of its parameters. */
  isDynamic: boolean;
}

/** The types whose tests can be run: suite, table, case. */
export const RUNNABLE = [TEST_TYPE.suite, TESTED, TEST_TYPE.case] as const;

/** The suite whose tests run together with those of a suite, table or case; undefined for a table without tests. */
export async function suiteOf(row: EntityRow, sql: Sql): Promise<string | undefined> {
  if (row.type === TEST_TYPE.suite) return row.id;
  if (row.type === TEST_TYPE.case) return present(row.parent_id);
  return (await listChildren(sql, [row.id], { types: [TEST_TYPE.suite] }))[0]?.id;
}

/** A case that a run leaves out, and why. */
export interface LeftOutCase {
  fullyQualifiedName: string;
  reason: string;
}

export interface PermittedCases {
  cases: RunnableCase[];
  /** Only cases that the actor may see. */
  leftOut: LeftOutCase[];
}

/** The live cases of a suite, a table or a case, by table. Cases of definitions that are switched off are left out. */
export async function runnableCases(row: EntityRow, sql: Sql): Promise<RunnableCase[]> {
  return (await liveCases(row, sql)).filter(({ isSwitchedOff }) => !isSwitchedOff);
}

/** The cases that the actor may run: those whose tests the actor may edit. */
export async function permittedCases(
  row: EntityRow,
  { sql, catalog, actor }: Pick<Scope, 'sql' | 'catalog' | 'actor'>,
): Promise<PermittedCases> {
  const live = await liveCases(row, sql);
  const sight = createSight({ sql, catalog, actor });
  const named = live.map(({ id }) => ({ id, type: TEST_TYPE.case }));
  const seen = await sight.allowed('ViewBasic', named);
  const edited = await sight.allowed('EditTests', named);
  const visible = live.filter(({ id }) => seen.has(id));
  const reasonOf = ({ id, isSwitchedOff, definition }: LiveCase): string | null => {
    if (!edited.has(id)) return 'you may not run it, which requires EditTests';
    return isSwitchedOff ? `its test definition ${definition.name} is switched off` : null;
  };
  return {
    cases: visible.filter((one) => reasonOf(one) === null),
    leftOut: visible.flatMap((one) => {
      const reason = reasonOf(one);
      return reason === null ? [] : [{ fullyQualifiedName: one.fqn, reason }];
    }),
  };
}

/** `isSwitchedOff`: nobody runs it, because nobody runs its definition. */
type LiveCase = RunnableCase & { isSwitchedOff: boolean };

async function liveCases(row: EntityRow, sql: Sql): Promise<LiveCase[]> {
  const ids = await caseIds(row, sql);
  const rows = (await getEntitiesByIds(sql, ids)).filter(({ deleted }) => deleted === 0);
  const edges = await relationsTo(
    sql,
    rows.map(({ id }) => id),
    [TEST_EDGE.defines],
  );
  const definitions = await getEntitiesByIds(sql, [...new Set(edges.map(({ from_id }) => from_id))]);
  const byId = new Map(definitions.map(({ id, doc }) => [id, parseObject<TestDefinition>(doc)]));
  const definitionOf = new Map(edges.map(({ from_id, to_id }) => [to_id, byId.get(from_id)]));
  const mayRun = await runnableStatements([...ids, ...byId.keys()], sql);
  return rows
    .map((one) => runnable(one, definitionOf.get(one.id), mayRun))
    .filter((one) => one !== null)
    .sort((a, b) => compareText(a.tableFqn, b.tableFqn) || compareText(a.fqn, b.fqn));
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function caseIds(row: EntityRow, sql: Sql): Promise<string[]> {
  if (row.type === TEST_TYPE.case) return [row.id];
  const suite = await suiteOf(row, sql);
  if (suite === undefined) return [];
  return (await relationsFrom(sql, [suite], [TEST_EDGE.tests])).map(({ to_id }) => to_id);
}

function runnable(
  { id, name: caseName, fqn, doc }: EntityRow,
  definition: TestDefinition | undefined,
  mayRun: Awaited<ReturnType<typeof runnableStatements>>,
): LiveCase | null {
  if (!definition) return null;
  const {
    parameterValues = [],
    computePassedFailedRowCount = false,
    useDynamicAssertion = false,
  } = parseObject<Partial<TestCase>>(doc);
  const { tableFqn, path: column } = aboutOf(fqn);
  const { name, entityType, sqlExpression } = definition;
  return {
    id,
    name: caseName,
    fqn,
    tableFqn,
    column,
    definition: { name, entityType, sqlExpression },
    parameters: parameterValues,
    countsRows: computePassedFailedRowCount,
    mayRunStatements:
      statementsOfCase({ parameterValues }).every((text) => mayRun(id, text)) &&
      statementsOfDefinition(definition).every((text) => mayRun(definition.id ?? '', text)),
    isSwitchedOff: definition.enabled === false,
    isDynamic: useDynamicAssertion && definition.supportsDynamicAssertion === true,
  };
}

/** Stores a result like that of any client, with a sample of the rows that failed. 403 or 404 as there. */
export async function storeRunResult(
  caseId: string,
  result: CreateTestCaseResult,
  sample: { rows: TableData; isOfStatement: boolean } | undefined,
  scope: Scope,
): Promise<void> {
  const type = scope.catalog.registry.get(TEST_TYPE.case);
  const row = await rowToChange(type, { id: caseId }, 'non-deleted', scope, ['EditTests']);
  await addResult({ type, row }, result, scope);
  if (sample) await putFailedRows(row.id, sample, scope.sql);
}
