/** Adds test cases to logical suites, and takes them out. */
import { catalogError, errorMessages } from '../../../../contract/index.js';
import {
  checkId,
  type DataRoute,
  findForWrite,
  parameter,
  type Reply,
  type Request,
  readBody,
  recordUpdate,
  replyWith,
  rowToChange,
  type Scope,
  visibleIds,
} from '../../../catalog/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  listEntities,
  putRelations,
  type RelationRow,
  removeRelations,
} from '../../../storage/index.js';
import { caseConditions } from '../cases/case-filters.js';
import { TEST_EDGE, TEST_TYPE } from '../edges.js';

const suiteSchema = 'tests/testSuite';
const MOST = 100_000;

export function logicalRoutes(cases: string): DataRoute[] {
  const docs = (operationId: string, summary: string) => ({
    operationId,
    summary,
    tag: TEST_TYPE.case,
    answers: { 200: { description: 'The suite', schema: suiteSchema } },
    errors: [404],
  });
  const path = `${cases}/logicalTestCases`;
  return [
    {
      kind: 'write',
      method: 'PUT',
      path,
      docs: {
        ...docs('addTestCasesToLogicalTestSuite', 'Add test cases to a logical suite'),
        body: { schema: 'api/tests/createLogicalTestCases' },
      },
      async handle(request, scope) {
        scope.catalog.authorizer.possible(scope.actor, 'EditTests', TEST_TYPE.suite);
        const { testSuiteId, testCaseIds } = readBody(request, 'api/tests/createLogicalTestCases', scope);
        return addCases(testSuiteId, () => Promise.resolve(testCaseIds), scope);
      },
    },
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/bulk`,
      docs: {
        ...docs('addManyTestCasesToLogicalTestSuite', 'Add test cases to a logical suite, by id or by filter'),
        description: 'With the mode `all`, adds all test cases that the filter selects, except those in `excludeIds`.',
        body: { schema: 'api/tests/bundleSuiteBulkAddRequest' },
      },
      handle: addMany,
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{testSuiteId}/{id}`,
      docs: {
        ...docs('deleteLogicalTestCase', 'Take a test case out of a logical suite'),
        description:
          'The test case itself stays, with its results, in the suite of its table and in other logical suites.',
        answers: { 200: { description: 'The test case', schema: 'tests/testCase' } },
      },
      handle: takeOut,
    },
  ];
}

async function addMany(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditTests', TEST_TYPE.suite);
  const { mode, selection, testSuiteId } = readBody(request, 'api/tests/bundleSuiteBulkAddRequest', scope);
  if (mode === 'ids') {
    if (!('ids' in selection)) throw catalogError('BAD_REQUEST', 'selection: the mode ids requires ids');
    const { ids } = selection;
    return addCases(testSuiteId, () => Promise.resolve(ids), scope);
  }
  if ('ids' in selection) throw catalogError('BAD_REQUEST', 'selection: the mode all takes a filter, not ids');
  return addCases(testSuiteId, () => selectedCases(selection.filter ?? {}, scope), scope);
}

/** Ids of the visible cases that a filter selects. */
async function selectedCases(filter: object, scope: Scope): Promise<string[]> {
  const given = new Map(Object.entries(filter));
  const q = String(given.get('q') ?? '');
  const query = Object.fromEntries(
    [...given]
      .filter(([, value]) => ['string', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  );
  const conditions = await caseConditions(query, scope);
  const rows = await listEntities(scope.sql, {
    type: TEST_TYPE.case,
    conditions:
      q === '' ? conditions : [...conditions, { by: 'contains', fields: ['displayName', 'description'], text: q }],
    filter: scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', TEST_TYPE.case),
    limit: MOST,
  });
  const excluded = given.get('excludeIds');
  const left = new Set(Array.isArray(excluded) ? excluded : []);
  return rows.map(({ id }) => id).filter((id) => !left.has(id));
}

async function addCases(suiteId: string, idsOf: () => Promise<readonly string[]>, scope: Scope): Promise<Reply> {
  const { suite, type } = await logicalSuite(suiteId, scope);
  const ids = [...new Set((await idsOf()).map((id) => id.toLowerCase()))];
  const cases = await getEntitiesByIds(scope.sql, ids);
  const seen = await visibleIds(cases, scope);
  const found = cases.filter((row) => row.type === TEST_TYPE.case && row.deleted === 0 && seen.has(row.id));
  if (found.length !== ids.length)
    throw catalogError('BAD_REQUEST', 'You are trying to add one or more test cases that do not exist.');
  await putRelations(
    scope.sql,
    found.map((row) => edgeOf(suite, row)),
  );
  await recordUpdate(type, suite, { added: [{ name: 'tests', newValue: found.map(referenceOf) }] }, scope);
  return replyWith(type, suite, 'tests', scope);
}

async function takeOut(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditTests', TEST_TYPE.suite);
  const { suite, type } = await logicalSuite(parameter(request, 'testSuiteId'), scope);
  const caseType = scope.catalog.registry.get(TEST_TYPE.case);
  const row = await findForWrite(caseType, { id: parameter(request, 'id') }, 'all', scope);
  const visible = (await visibleIds([row], scope)).has(row.id);
  if (!visible || (await removeRelations(scope.sql, [edgeOf(suite, row)])) === 0)
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById(TEST_TYPE.case, row.id));
  await recordUpdate(type, suite, { deleted: [{ name: 'tests', oldValue: [referenceOf(row)] }] }, scope);
  return replyWith(caseType, row, 'testSuite,testSuites', scope);
}

async function logicalSuite(id: string, scope: Scope) {
  const type = scope.catalog.registry.get(TEST_TYPE.suite);
  const suite = await rowToChange(type, { id: checkId(id) }, 'non-deleted', scope, ['ViewBasic', 'EditTests']);
  if (suite.parent_id !== null)
    throw catalogError('BAD_REQUEST', 'You are trying to add test cases to a basic test suite.');
  return { suite, type };
}

function edgeOf(suite: EntityRow, row: EntityRow): RelationRow {
  const [from, to] = [suite, row];
  const kind = TEST_EDGE.tests;
  return { from_id: from.id, from_type: from.type, kind, to_id: to.id, to_type: to.type, ord: 0, data: null };
}

function referenceOf({ id, type, name, fqn }: EntityRow): object {
  return { id, type, name, fullyQualifiedName: fqn };
}
