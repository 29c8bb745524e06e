/** Runs the tests of one table: those that are figures share a statement, the others have their own. */
import type { Column, TableData, TestCaseParameterValue, TestDefinition } from '../../../contract/index.js';
import {
  EgressError,
  type SourceValue,
  selectColumns,
  selectMeasures,
  selectRows,
  type TableMeasures,
  tableMeasures,
} from '../../egress/index.js';
import { NOT_RUN } from '../../entities/index.js';
import type { ServiceSource, TablePlace } from '../source/index.js';
import { columnTests } from './column-tests.js';
import { type QueryVerdict, runCustomQuery, runDefinedQuery } from './query-tests.js';
import { tableTests } from './table-tests.js';
import { testParameters } from './test-parameters.js';
import { CannotRun, type MeasuredTest, type Verdict } from './verdict.js';

/** A test case with what running it takes. */
export interface TestToRun {
  caseId: string;
  definition: Pick<TestDefinition, 'name' | 'entityType'> & { sqlExpression?: string | undefined };
  parameters: readonly TestCaseParameterValue[];
  /** Path of the column; '' for the table. */
  column: string;
  countsRows: boolean;
  mayRunStatements: boolean;
}

/** The outcome of a test. `aborted`: why it did not run or, with `values`, why they cannot be judged yet. */
export type TestOutcome = { caseId: string } & (
  | { aborted: string; values?: Verdict['values'] }
  | { verdict: Verdict; sample?: FailedRows }
);

/** `isOfStatement`: found by SQL that a person wrote, so that they can be of any table. */
export interface FailedRows {
  rows: TableData;
  isOfStatement: boolean;
}

export interface TestedTable {
  place: Pick<TablePlace, 'schema' | 'table'>;
  /** Those of the catalog. */
  columns: readonly Pick<Column, 'name' | 'dataType'>[];
}

const SAMPLE_ROWS = 50;
/** Below what any of the databases allows in one SELECT. */
const MOST_EXPRESSIONS = 1000;

/** Never rejects because of the source: whatever fails is the outcome of the tests that it concerns. */
export async function runTableTests(
  source: ServiceSource,
  table: TestedTable,
  tests: readonly TestToRun[],
): Promise<TestOutcome[]> {
  const name = source.tableName(table.place);
  const columns = await orReason(async () => (await source.query(selectColumns(name))).columns);
  if ('reason' in columns) return tests.map(({ caseId }) => ({ caseId, aborted: columns.reason }));
  const run: TableRun = {
    source,
    table: name,
    measures: tableMeasures(source.kind, name),
    catalogColumns: table.columns,
    columns: columns.value,
  };
  const outcomes = new Map<string, TestOutcome>();
  const measured: Prepared[] = [];
  for (const test of tests) {
    const prepared = await orReason(async () => prepare(test, run));
    if ('reason' in prepared) outcomes.set(test.caseId, { caseId: test.caseId, aborted: prepared.reason });
    else if (prepared.value) measured.push({ test, work: prepared.value });
  }
  for (const group of groupsOf(measured))
    for (const outcome of await runGroup(group, run)) outcomes.set(outcome.caseId, outcome);
  for (const test of tests) if (!outcomes.has(test.caseId)) outcomes.set(test.caseId, await runAlone(test, run));
  return [...outcomes.values()];
}

interface TableRun {
  source: ServiceSource;
  /** Its quoted name. */
  table: string;
  measures: TableMeasures;
  catalogColumns: TestedTable['columns'];
  /** What the source has. */
  columns: readonly string[];
}

interface Prepared {
  test: TestToRun;
  work: MeasuredTest;
}

/** null for a test that runs a statement of its own. */
function prepare(test: TestToRun, run: TableRun): MeasuredTest | null {
  const { definition, countsRows } = test;
  if (isQuery(test)) {
    if (!test.mayRunStatements) throw new CannotRun(NOT_RUN);
    return null;
  }
  const { measures, columns, catalogColumns } = run;
  const parameters = testParameters(test.parameters);
  const typeOf = (column: string) => catalogColumns.find(({ name }) => name === column)?.dataType;
  const ofTable = known(tableTests, definition.name);
  if (ofTable) return ofTable({ measures, columns, parameters, typeOf });
  const ofColumn = known(columnTests, definition.name);
  if (!ofColumn) throw new CannotRun(`tests of ${definition.name} cannot run in the database; they need a runner`);
  const name = columnIn(test.column, run);
  const dataType = typeOf(unquoted(test.column)) ?? 'UNKNOWN';
  return ofColumn({ measures, name, dataType, parameters, countsRows });
}

const CUSTOM_QUERY = 'tableCustomSQLQuery';

const isQuery = ({ definition }: TestToRun): boolean =>
  definition.name === CUSTOM_QUERY || Boolean(definition.sqlExpression);

function known<T>(tests: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(tests, name) ? tests[name] : undefined;
}

/** The name that the source has for a column; names differ in case between catalogs and some databases. */
function columnIn(path: string, { columns, source }: TableRun): string {
  const name = unquoted(path);
  const same = columns.find((column) => column === name);
  const alike = source.kind === 'postgres' ? undefined : columns.find((column) => isAlike(column, name));
  const found = same ?? alike;
  if (found === undefined) throw new CannotRun(`the source has no column ${name}`);
  return found;
}

const isAlike = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
const unquoted = (path: string): string =>
  /^"(?:[^"]|"")*"$/.test(path) ? path.slice(1, -1).replaceAll('""', '"') : path;

function groupsOf(measured: readonly Prepared[]): Prepared[][] {
  const groups: Prepared[][] = [];
  let count = MOST_EXPRESSIONS;
  for (const item of measured) {
    count += Object.keys(item.work.measures).length;
    if (count > MOST_EXPRESSIONS) {
      groups.push([]);
      count = Object.keys(item.work.measures).length;
    }
    groups.at(-1)?.push(item);
  }
  return groups;
}

/**
 * One statement for all; one after another if the source rejects it, so that a column of another type than the catalog
 * says spoils no other test. After a source that does not answer, nothing else is tried.
 */
async function runGroup(group: readonly Prepared[], run: TableRun): Promise<TestOutcome[]> {
  const expressions = [...new Set(group.flatMap(({ work }) => Object.values(work.measures)))];
  const found = await orReason(async () => {
    if (expressions.length === 0) return [];
    const { rows } = await run.source.query(selectMeasures(run.table, expressions));
    return rows[0] ?? [];
  });
  if ('reason' in found) {
    if (group.length === 1 || !found.isRejected)
      return group.map(({ test }) => ({ caseId: test.caseId, aborted: found.reason }));
    const outcomes: TestOutcome[] = [];
    for (const item of group) outcomes.push(...(await runGroup([item], run)));
    return outcomes;
  }
  const values = new Map<string, SourceValue>(expressions.map((sql, i) => [sql, found.value[i] ?? null]));
  const outcomes: TestOutcome[] = [];
  for (const item of group) outcomes.push(await judged(item, values, run));
  return outcomes;
}

async function judged(
  { test, work }: Prepared,
  values: ReadonlyMap<string, SourceValue>,
  run: TableRun,
): Promise<TestOutcome> {
  const { caseId } = test;
  const judgement = await orReason(async () => work.judge((name) => values.get(work.measures[name] ?? '') ?? null));
  if ('reason' in judgement) return { caseId, aborted: judgement.reason };
  const query = work.failing === undefined ? undefined : selectRows(run.table, work.failing, SAMPLE_ROWS);
  return { caseId, verdict: judgement.value, ...(await sampleOf(test, judgement.value, query, run)) };
}

async function runAlone(test: TestToRun, run: TableRun): Promise<TestOutcome> {
  const { caseId, definition, countsRows } = test;
  const { source, table, measures } = run;
  const subject = { source, table, parameters: testParameters(test.parameters), countsRows };
  const outcome = await orReason(async (): Promise<QueryVerdict> => {
    if (definition.name === CUSTOM_QUERY) return runCustomQuery(subject);
    const column = test.column === '' ? null : measures.column(columnIn(test.column, run));
    return runDefinedQuery(definition.sqlExpression ?? '', subject, { column, literal: measures.literal });
  });
  if ('reason' in outcome) return { caseId, aborted: outcome.reason };
  const { failingQuery, ...verdict } = outcome.value;
  return { caseId, verdict, ...(await sampleOf(test, verdict, failingQuery, run)) };
}

/** The first rows that failed, if rows are counted and the source returns them. */
async function sampleOf(
  test: TestToRun,
  { status }: Verdict,
  query: string | undefined,
  { source }: TableRun,
): Promise<{ sample?: FailedRows }> {
  if (!test.countsRows || status !== 'Failed' || query === undefined) return {};
  const found = await orReason(() => source.query(query));
  if ('reason' in found || found.value.rows.length === 0) return {};
  const { columns, rows } = found.value;
  const shown = rows.slice(0, SAMPLE_ROWS).map((row) => row.map(shownValue));
  return { sample: { rows: { columns: [...columns], rows: shown }, isOfStatement: isQuery(test) } };
}

function shownValue(value: SourceValue): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}

const MOST_TEXT = 1000;

type OrReason<T> = { value: T } | { reason: string; isRejected: boolean };

/** What the source or a test case is to blame for becomes a reason; anything else is an error of this program. */
async function orReason<T>(work: () => Promise<T>): Promise<OrReason<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof CannotRun) return { reason: error.message.slice(0, MOST_TEXT), isRejected: false };
    if (!(error instanceof EgressError)) throw error;
    return { reason: error.message.slice(0, MOST_TEXT), isRejected: error.failure === 'failed' };
  }
}
