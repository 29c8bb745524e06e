/** Results across test cases, as far as the caller may see these. */
import { catalogError, errorMessages, type TestCaseResult } from '../../../../contract/index.js';
import {
  checkId,
  type DataRoute,
  json,
  type ParameterDocs,
  type Reply,
  type Request,
  readBoolean,
  type Scope,
} from '../../../catalog/index.js';
import {
  countResults,
  getEntityByFqn,
  latestResults,
  listEntities,
  listResults,
  type ResultQuery,
  type ResultRow,
} from '../../../storage/index.js';
import { caseConditions } from '../cases/case-filters.js';
import { TEST_EDGE, TEST_TYPE } from '../edges.js';
import { fqnsOfCases, readPage, readPeriod } from '../list-window.js';
import { shownResult } from './shown-result.js';

const schema = 'tests/basic#testCaseResult';
const MOST = 10_000;
const MOST_CASES = 100_000;
const text = { type: 'string' };

const query: readonly ParameterDocs[] = [
  { name: 'testCaseFQN', description: 'Only results of this test case', schema: text },
  {
    name: 'testSuiteId',
    description: 'Only results of the tests of this suite',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'entityFQN',
    description: 'Only results of tests of this table, with its columns, or of this column',
    schema: text,
  },
  {
    name: 'testCaseStatus',
    description: 'Only results with this status',
    schema: { type: 'string', enum: ['Success', 'Failed', 'Aborted', 'Queued'] },
  },
  {
    name: 'type',
    description: 'Only tests of tables or of columns',
    schema: { type: 'string', enum: ['all', 'table', 'column'] },
  },
  { name: 'dataQualityDimension', description: 'Only tests of this dimension of quality', schema: text },
];
const paging: readonly ParameterDocs[] = [
  {
    name: 'startTimestamp',
    description: 'Milliseconds since 1970; default 0',
    schema: { type: 'integer', minimum: 0 },
  },
  {
    name: 'endTimestamp',
    description: 'Milliseconds since 1970; default now',
    schema: { type: 'integer', minimum: 0 },
  },
  { name: 'latest', description: 'Only the newest result of each test', schema: { type: 'boolean', default: false } },
  {
    name: 'limit',
    description: 'Maximum number of results to return',
    schema: { type: 'integer', minimum: 1, maximum: MOST, default: 10 },
  },
  { name: 'offset', description: 'Number of results to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
];

export function resultListRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/testCaseResults/search/list`,
      docs: {
        operationId: 'listTestCaseResultsFromSearch',
        summary: 'List results across test cases, newest first',
        tag: TEST_TYPE.case,
        query: [...query, ...paging],
        answers: { 200: { description: 'Results', schema: { pageOf: schema } } },
      },
      handle: list,
    },
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/testCaseResults/search/latest`,
      docs: {
        operationId: 'getLatestTestCaseResult',
        summary: 'Get the newest of the results that filters select',
        tag: TEST_TYPE.case,
        query,
        answers: { 200: { description: 'The result', schema } },
        errors: [404],
      },
      handle: latest,
    },
  ];
}

async function list(request: Request, scope: Scope): Promise<Reply> {
  const selected = await selection(request, scope);
  const { limit, offset } = readPage(request.query, { least: 1, most: MOST });
  const rows = await listResults(scope.sql, { ...selected, limit, offset });
  return json(200, {
    data: await named(rows, scope),
    paging: { offset, limit, total: await countResults(scope.sql, selected) },
  });
}

async function latest(request: Request, scope: Scope): Promise<Reply> {
  const { testCaseFQN } = request.query;
  const selected = await selection(request, scope);
  const only = testCaseFQN && !request.query.testCaseStatus ? selected.caseIds : undefined;
  const [row] = only ? await latestResults(scope.sql, only) : await listResults(scope.sql, { ...selected, limit: 1 });
  if (!row) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('testCaseResult', testCaseFQN ?? '*'));
  return json(200, (await named([row], scope))[0]);
}

async function selection({ query: given }: Request, scope: Scope): Promise<ResultQuery> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.case);
  const { testCaseStatus, testSuiteId } = given;
  if (testCaseStatus && !['Success', 'Failed', 'Aborted', 'Queued'].includes(testCaseStatus))
    throw catalogError('BAD_REQUEST', 'query param testCaseStatus must be one of Success, Failed, Aborted, Queued');
  const caseIds = await casesOf(given, scope);
  return {
    ...readPeriod(given, ['startTimestamp', 'endTimestamp'], scope),
    filter: scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', TEST_TYPE.case),
    ...(caseIds ? { caseIds } : {}),
    ...(testCaseStatus ? { status: testCaseStatus } : {}),
    ...(testSuiteId ? { inside: { id: checkId(testSuiteId), kind: TEST_EDGE.tests } } : {}),
    ...(given.latest && readBoolean(given.latest, 'latest') ? { newest: true } : {}),
  };
}

/** Ids of the cases that filters select; undefined if there is none. */
async function casesOf(given: Request['query'], scope: Scope): Promise<string[] | undefined> {
  if (given.testCaseFQN) {
    const row = await getEntityByFqn(scope.sql, TEST_TYPE.case, given.testCaseFQN);
    return row ? await seen([row.id], scope) : [];
  }
  const { entityFQN, type, dataQualityDimension } = given;
  if (!entityFQN && !type && !dataQualityDimension) return undefined;
  const conditions = await caseConditions(
    {
      ...(entityFQN ? { entityFQN, includeAllTests: 'true' } : {}),
      ...(type ? { testCaseType: type } : {}),
      ...(dataQualityDimension ? { dataQualityDimension } : {}),
    },
    scope,
  );
  const rows = await listEntities(scope.sql, { type: TEST_TYPE.case, include: 'all', conditions, limit: MOST_CASES });
  return rows.map(({ id }) => id);
}

async function seen(ids: readonly string[], { sql, catalog, actor }: Scope): Promise<string[]> {
  const filter = catalog.authorizer.filter(actor, 'ViewBasic', TEST_TYPE.case);
  const conditions = [{ by: 'ids', ids }] as const;
  const rows = await listEntities(sql, { type: TEST_TYPE.case, include: 'all', conditions, filter, limit: ids.length });
  return rows.map(({ id }) => id);
}

async function named(rows: readonly ResultRow[], scope: Scope): Promise<TestCaseResult[]> {
  const names = await fqnsOfCases(rows, scope);
  return rows.map((row) => shownResult(row, names.get(row.case_id) ?? ''));
}
