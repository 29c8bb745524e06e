/** Results of contracts as time series. */
import { catalogError, type DataContractResult, errorMessages, isObject } from '../../../../contract/index.js';
import {
  checkId,
  type DataRoute,
  json,
  parameter,
  type Reply,
  type Request,
  readJson,
  readLimit,
  type Scope,
} from '../../../catalog/index.js';
import {
  countContractResults,
  deleteContractResults,
  getContractResult,
  listContractResults,
} from '../../../storage/index.js';
import { target, targetToChange } from '../../entity-route.js';
import { readTimeRange, readTimestamp, timeRangeDocs } from '../../time-range.js';
import { CONTRACT, PATH, RESULT } from '../contract-names.js';
import { addContractResult, followLatest, shownResult } from '../contract-results.js';

const MOST = 10_000;
const at = `${PATH}/{id}/results`;

export function resultRoutes(): DataRoute[] {
  return [...shownRoutes(), putRoute(), ...removalRoutes()];
}

const docs = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tag: CONTRACT,
  answers: { 200: { description: 'The result', schema: RESULT } },
  errors: [404],
});

function shownRoutes(): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: at,
      docs: {
        ...docs('listDataContractResults', 'List the results of a data contract in a time range, newest first'),
        query: [
          ...timeRangeDocs,
          {
            name: 'limit',
            description: 'Maximum number of results to return',
            schema: { type: 'integer', minimum: 0, maximum: MOST, default: 10 },
          },
        ],
        answers: { 200: { description: 'Results', schema: { pageOf: RESULT } } },
      },
      handle: list,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${at}/latest`,
      docs: docs('getLatestDataContractResult', 'Get the newest result of a data contract'),
      async handle(request, scope) {
        const { row } = await target(CONTRACT, request, 'ViewBasic', scope);
        const range = { contractId: row.id, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1 };
        const [latest] = await listContractResults(scope.sql, range);
        if (!latest) throw notFound(`latest result of ${row.fqn}`);
        return json(200, shownResult(latest, row.fqn));
      },
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${at}/{resultId}`,
      docs: {
        ...docs('getDataContractResult', 'Get a result of a data contract'),
        params: { resultId: 'Id of the result.' },
      },
      async handle(request, scope) {
        const { row } = await target(CONTRACT, request, 'ViewBasic', scope);
        const id = checkId(parameter(request, 'resultId'));
        const result = await getContractResult(scope.sql, row.id, id);
        if (!result) throw notFound(id);
        return json(200, shownResult(result, row.fqn));
      },
    },
  ];
}

function putRoute(): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: at,
    docs: {
      ...docs('createOrUpdateDataContractResult', 'Add the result of a check, or replace it'),
      description: 'A result with the same id, or the same timestamp, is replaced.',
      body: { schema: RESULT },
    },
    async handle(request, scope) {
      const found = await targetToChange(CONTRACT, request, 'EditAll', scope);
      return json(200, await addContractResult(found, readResult(request, found.row.fqn, scope), scope));
    },
  };
}

function removalRoutes(): DataRoute[] {
  const removed = { 200: { description: 'The results were deleted' } };
  return [
    {
      kind: 'write',
      method: 'DELETE',
      // One path has one name for its parameter: GET takes an id here, DELETE a time.
      path: `${at}/{resultId}`,
      docs: {
        ...docs('deleteDataContractResult', 'Delete the result of a time'),
        params: { resultId: 'Time of the result, in milliseconds since 1970.' },
        answers: removed,
      },
      handle: (request, scope) => remove(request, scope, (time) => ({ from: time, to: time })),
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${at}/before/{timestamp}`,
      docs: {
        ...docs('deleteDataContractResultsBefore', 'Delete the results before a time'),
        params: { timestamp: 'Milliseconds since 1970.' },
        answers: removed,
      },
      handle: (request, scope) => remove(request, scope, (time) => ({ from: 0, to: time - 1 })),
    },
  ];
}

async function list(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(CONTRACT, request, 'ViewBasic', scope);
  const range = { contractId: row.id, ...readTimeRange(request.query, scope) };
  const limit = readLimit(request.query.limit, 10, 0, MOST);
  const rows = await listContractResults(scope.sql, { ...range, limit });
  const total = await countContractResults(scope.sql, range);
  return json(200, { data: rows.map((result) => shownResult(result, row.fqn)), paging: { total } });
}

/** The name may be omitted, because the path has it. */
function readResult(request: Request, dataContractFQN: string, scope: Scope): DataContractResult {
  const body = readJson(request);
  const completed = isObject(body) ? { ...body, dataContractFQN } : body;
  const result = scope.catalog.contract.validator(RESULT)(completed);
  if (!result.ok) throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The body is not a result');
  return result.value;
}

async function remove(
  request: Request,
  scope: Scope,
  periodOf: (time: number) => { from: number; to: number },
): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditAll', CONTRACT);
  const time = readTimestamp({ timestamp: request.params.timestamp ?? parameter(request, 'resultId') });
  const found = await targetToChange(CONTRACT, request, 'EditAll', scope);
  await deleteContractResults(scope.sql, { contractId: found.row.id, ...periodOf(time) });
  await followLatest(found, scope);
  return { status: 200 };
}

function notFound(what: string) {
  return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('dataContractResult', what));
}
