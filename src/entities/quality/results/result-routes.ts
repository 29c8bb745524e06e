/** Results of test cases as time series. */
import { catalogError, errorMessages, type TestCaseResult } from '../../../../contract/index.js';
import {
  applyOperations,
  type DataRoute,
  json,
  type ParameterDocs,
  parameter,
  type Reply,
  type Request,
  readJson,
  readLimit,
  readPatch,
  type Scope,
} from '../../../catalog/index.js';
import { countResults, getResult, listResults, type ResultPlace } from '../../../storage/index.js';
import { target, targetToChange } from '../../entity-route.js';
import {
  readTimePlace,
  readTimeRange,
  readTimestamp,
  type TimePlace,
  timePage,
  timeRangeDocs,
} from '../../time-range.js';
import { TEST_TYPE } from '../edges.js';
import { addResult, changeResult, removeResult } from './add-result.js';
import { checkResult, readResult } from './read-result.js';
import { shownResult } from './shown-result.js';

const schema = 'tests/basic#testCaseResult';
const MOST = 10_000;

const pageDocs: readonly ParameterDocs[] = [
  ...timeRangeDocs,
  {
    name: 'limit',
    description: 'Maximum number of results to return, newest first',
    schema: { type: 'integer', minimum: 1, maximum: MOST, default: MOST },
  },
  { name: 'after', description: 'Returns the results behind this cursor', schema: { type: 'string' } },
  { name: 'before', description: 'Returns the results before this cursor', schema: { type: 'string' } },
];

export function resultRoutes(path: string): DataRoute[] {
  const docs = (operationId: string, summary: string) => ({
    operationId,
    summary,
    tag: TEST_TYPE.case,
    params: { fqn: 'Fully qualified name of the test case.' },
    answers: { 200: { description: 'The result', schema } },
    errors: [404],
  });
  const one = `${path}/testCaseResults/{fqn}/{timestamp}`;
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/testCaseResults/{fqn}`,
      docs: {
        ...docs('listTestCaseResults', 'List the results of a test case in a time range, newest first'),
        query: pageDocs,
        answers: { 200: { description: 'Results', schema: { pageOf: schema } } },
      },
      handle: list,
    },
    {
      kind: 'write',
      method: 'POST',
      path: `${path}/testCaseResults/{fqn}`,
      docs: {
        ...docs('addTestCaseResult', 'Add the result of a run'),
        description:
          'A result with the same timestamp is replaced. A failed result opens an incident, unless one is open already.',
        body: { schema: 'api/tests/createTestCaseResult' },
        answers: { 201: { description: 'The result', schema } },
      },
      async handle(request, scope) {
        const found = await targetToChange(TEST_TYPE.case, request, 'EditTests', scope);
        return json<TestCaseResult>(201, await addResult(found, readResult(request, scope), scope));
      },
    },
    {
      kind: 'write',
      method: 'PATCH',
      path: one,
      docs: {
        ...docs('patchTestCaseResult', 'Update a result'),
        description:
          'Applies a JSON patch. The id, the time, the test case and the incident of a result do not change. What the run found per dimension stays, unless the patch sets `dimensionResults`.',
        body: {
          schema: { inline: { type: 'array', items: { type: 'object' } } },
          media: 'application/json-patch+json',
        },
      },
      handle: patch,
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: one,
      docs: {
        ...docs('deleteTestCaseResult', 'Delete a result'),
        description: 'The result before it becomes the latest of the test case, if it was that.',
      },
      handle: remove,
    },
  ];
}

async function list(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(TEST_TYPE.case, request, 'ViewBasic', scope);
  const range = { caseIds: [row.id], ...readTimeRange(request.query, scope) };
  const limit = readLimit(request.query.limit, MOST, 1, MOST);
  const place = readTimePlace(request.query);
  const rows = await listResults(scope.sql, { ...range, ...resultPlace(place, row.id), limit: limit + 1 });
  const { items, paging } = timePage(rows, limit, place, ({ at }) => at);
  const total = await countResults(scope.sql, range);
  return json(200, { data: items.map((result) => shownResult(result, row.fqn)), paging: { ...paging, total } });
}

function resultPlace({ after, before }: TimePlace, caseId: string): { after?: ResultPlace; before?: ResultPlace } {
  const placeAt = (at: number) => ({ at, case_id: caseId });
  if (after !== undefined) return { after: placeAt(after) };
  return before === undefined ? {} : { before: placeAt(before) };
}

async function patch(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditTests', TEST_TYPE.case);
  const at = readTimestamp(request.params);
  const found = await targetToChange(TEST_TYPE.case, request, 'EditTests', scope);
  const stored = await getResult(scope.sql, found.row.id, at);
  if (!stored) throw notFound(request, at);
  const before = shownResult(stored, found.row.fqn);
  const patched = applyOperations({ ...before }, readPatch(readJson(request)), scope.catalog.options.bodyLimit);
  const { incidentId } = before;
  const { incidentId: _, ...after } = checkResult(patched, at, scope);
  return json(200, await changeResult(found, stored, { ...after, ...(incidentId ? { incidentId } : {}) }, scope));
}

async function remove(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditTests', TEST_TYPE.case);
  const at = readTimestamp(request.params);
  const found = await targetToChange(TEST_TYPE.case, request, 'EditTests', scope);
  const removed = await removeResult(found, at, scope);
  if (!removed) throw notFound(request, at);
  return json(200, removed);
}

function notFound(request: Request, at: number) {
  const what = `${parameter(request, 'fqn')} at ${at}`;
  return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('testCaseResult', what));
}
