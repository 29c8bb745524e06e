/**
 * A sample of the rows that a test found wrong, and the query that finds them. They are data of the table, so seeing them
 * requires the right to its sample data as well.
 */
import {
  catalogError,
  operationsRefused,
  parseObject,
  type TableData,
  type TestCase,
} from '../../../../contract/index.js';
import {
  type DataRoute,
  factsOf,
  json,
  parameter,
  type Reply,
  type Request,
  readBody,
  readFlag,
  replyWith,
  type Scope,
} from '../../../catalog/index.js';
import {
  deletePoints,
  type EntityRow,
  getEntityByFqn,
  latestPoints,
  putPoint,
  type Sql,
} from '../../../storage/index.js';
import { changedReply, replyWithMember, target, targetToChange } from '../../entity-route.js';
import { checkSample } from '../../sample-data.js';
import type { StoredTable } from '../../table/columns/columns.js';
import { TEST_TYPE, TESTED } from '../edges.js';
import { aboutOf } from './entity-link.js';

const FAILED_ROWS = 'failedRowsSample';
/** Rows that the SQL of a user found: they can come from any table of the source. */
const FAILED_ROWS_OF_STATEMENT = 'failedRowsOfStatement';

/** Replaces the sample of a test case. */
export async function putFailedRows(
  caseId: string,
  { rows, isOfStatement }: { rows: TableData; isOfStatement: boolean },
  sql: Sql,
): Promise<void> {
  await deleteFailedRows(caseId, sql);
  const kind = isOfStatement ? FAILED_ROWS_OF_STATEMENT : FAILED_ROWS;
  await putPoint(sql, { entity_id: caseId, kind, key: '', at: 0, doc: JSON.stringify(rows) });
}

export async function deleteFailedRows(entityId: string, sql: Sql): Promise<void> {
  for (const kind of [FAILED_ROWS, FAILED_ROWS_OF_STATEMENT]) await deletePoints(sql, { entityId, kind });
}

const schema = 'entity/data/table#tableData';
const caseSchema = 'tests/testCase';

const docs = (operationId: string, summary: string, answer: string) => ({
  operationId,
  summary,
  tag: TEST_TYPE.case,
  answers: { 200: { description: 'The sample, or the test case', schema: answer } },
  errors: [404],
});

export function failedRowsRoutes(path: string): DataRoute[] {
  const sample = { path: `${path}/{id}/failedRowsSample` } as const;
  return [
    {
      ...sample,
      kind: 'read',
      method: 'GET',
      docs: {
        ...docs('getFailedRowsSample', 'Get the sample of rows that failed a test', schema),
        description:
          'Takes the right to view failed rows of the test and sample data of the table. Rows that this server found with SQL of a person can be of other tables, and take the right to sample data of every table.',
      },
      handle: getSample,
    },
    {
      ...sample,
      kind: 'write',
      method: 'PUT',
      docs: {
        ...docs('addFailedRowsSample', 'Replace the sample of rows that failed a test', caseSchema),
        description: 'The last result of the test must be `Failed`. The sample is removed by the next success.',
        query: [
          {
            name: 'validate',
            description: 'Whether the columns must be those of the table',
            schema: { type: 'boolean', default: true },
          },
        ],
        body: { schema },
      },
      handle: putSample,
    },
    {
      ...sample,
      kind: 'write',
      method: 'DELETE',
      docs: docs('deleteFailedRowsSample', 'Remove the sample of rows that failed a test', caseSchema),
      async handle(request, scope) {
        const { type, row } = await targetToChange(TEST_TYPE.case, request, 'DeleteTestCaseFailedRowsSample', scope);
        await deleteFailedRows(row.id, scope.sql);
        return replyWith(type, row, '', scope);
      },
    },
    queryRoute(path),
  ];
}

function queryRoute(path: string): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${path}/{id}/inspectionQuery`,
    docs: {
      ...docs('addInspectionQuery', 'Set the query that finds the rows that failed a test', caseSchema),
      body: { schema: { inline: { type: 'string' } } },
    },
    handle: putQuery,
  };
}

async function getSample(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(TEST_TYPE.case, request, 'ViewTestCaseFailedRowsSample', scope);
  await decideOnTable(row, 'ViewSampleData', scope);
  const [own] = await latestPoints(scope.sql, [row.id], FAILED_ROWS, '');
  const [point = own] = await latestPoints(scope.sql, [row.id], FAILED_ROWS_OF_STATEMENT, '');
  if (point?.kind === FAILED_ROWS_OF_STATEMENT) requireAllTables(scope);
  if (!point)
    throw catalogError(
      'ENTITY_NOT_FOUND',
      `Sample of failed rows for test case ${parameter(request, 'id')} is not found.`,
    );
  return json(200, parseObject(point.doc));
}

async function putSample(request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange(TEST_TYPE.case, request, 'EditTests', scope);
  const data = readBody(request, schema, scope);
  const { testCaseStatus } = parseObject<Partial<TestCase>>(found.row.doc);
  if (testCaseStatus !== 'Failed')
    throw catalogError('BAD_REQUEST', 'Failed rows can only be added to a failed test case.');
  const checked = readFlag(request.query, 'validate', true);
  const table = await tableOf(found.row, scope);
  const columns = (data.columns ?? []).map((name) => ({ name, dataType: 'UNKNOWN' as const }));
  checkSample(checked && table ? parseObject<StoredTable>(table.doc) : { fullyQualifiedName: '', columns }, data);
  await putFailedRows(found.row.id, { rows: data, isOfStatement: false }, scope.sql);
  return replyWithMember(found, `"failedRowsSample":${JSON.stringify(data)}`, scope);
}

async function putQuery(request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange(TEST_TYPE.case, request, 'EditTests', scope);
  const query = readText(request);
  return changedReply(found, '', (value) => ({ ...value, inspectionQuery: query }), scope);
}

/** The query as plain text; clients that send JSON send it as a JSON string. */
function readText({ body }: Request): string {
  const text = body?.trim() ?? '';
  if (text === '') throw catalogError('BAD_REQUEST', 'The body must be a query');
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

function tableOf({ fqn }: EntityRow, { sql }: Scope): Promise<EntityRow | undefined> {
  return getEntityByFqn(sql, TESTED, aboutOf(fqn).tableFqn);
}

/** 403 unless the caller may see sample data of every table. */
function requireAllTables({ catalog, actor }: Scope): void {
  if (catalog.authorizer.filter(actor, 'ViewSampleData', TESTED).kind === 'all') return;
  throw operationsRefused(actor, ['ViewSampleData'], 'on every table, and these rows were found by SQL of a person');
}

async function decideOnTable(row: EntityRow, operation: string, scope: Scope): Promise<void> {
  const table = await tableOf(row, scope);
  const type = scope.catalog.registry.get(TESTED);
  if (table) await scope.catalog.authorizer.decide(scope.actor, [operation], TESTED, () => factsOf(type, table, scope));
}
