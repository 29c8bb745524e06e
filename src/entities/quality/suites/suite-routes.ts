/** Routes of suites: those of one table, with the names that older clients use, and their removal. */
import { catalogError, type TestSummary } from '../../../../contract/index.js';
import {
  apiUrl,
  checkCreate,
  checkId,
  create,
  type DataRoute,
  type EntityKey,
  findRow,
  json,
  parameter,
  put,
  type Reply,
  type Request,
  type Route,
  type RouteDocs,
  readJson,
  readRow,
  remove,
  removeAsync,
  type Scope,
  type SlicedRoute,
  type SlicedScope,
} from '../../../catalog/index.js';
import { countByStatus } from '../../../storage/index.js';
import { TEST_TYPE } from '../edges.js';
import { reportRoutes } from './report-routes.js';
import { resultsBySuite, summaryOf } from './suite-fields.js';
import { suiteListRoute } from './suite-list.js';

const schema = 'tests/testSuite';
/** Names of the collection of suites of tables. The last one is deprecated. */
const NAMES = ['base', 'basic', 'executable'] as const;

export function suiteRoutes(path: string): Route[] {
  return [
    ...NAMES.flatMap((name) => ofTables(path, name)),
    ...removals(path),
    suiteListRoute(path),
    summaryRoute(path),
    ...reportRoutes(path),
  ];
}

type Name = (typeof NAMES)[number];

/** Headers for a name that will go: what to use instead, and that it goes with the next major release. */
function headersFor(name: Name, request: Request, path: string, scope: Pick<Scope, 'catalog'>): Record<string, string> {
  if (name !== 'executable') return {};
  const rest = request.params.id ?? request.params.name;
  const tail = rest === undefined ? '' : request.params.id ? `/${rest}` : `/name/${encodeURIComponent(rest)}`;
  return {
    Deprecation: 'true',
    Sunset: SUNSET,
    Link: `<${apiUrl(scope)}${path}/base${tail}>; rel="successor-version"`,
  };
}

/** The deprecated name is served for one more release of the interface. */
const SUNSET = 'Fri, 31 Dec 2027 23:59:59 GMT';

function ofTables(path: string, name: Name): Route[] {
  const at = `${path}/${name}`;
  const docs = (verb: string, summary: string): RouteDocs => ({
    operationId: `${verb}_${name}_testSuite`,
    summary,
    tag: TEST_TYPE.suite,
    answers: { 200: { description: 'The suite', schema } },
    errors: [404],
    ...(name === 'executable' ? { deprecated: true, description: 'Use `base` instead of `executable`.' } : {}),
  });
  const write = (method: 'POST' | 'PUT', verb: string, summary: string, handle: typeof create): DataRoute => ({
    kind: 'write',
    method,
    path: at,
    docs: {
      ...docs(verb, summary),
      body: { schema: 'api/tests/createTestSuite' },
      answers: { [method === 'POST' ? 201 : 200]: { description: 'The suite', schema } },
      errors: [404, 409, 412],
    },
    handle: async (request, scope) => {
      const type = scope.catalog.registry.get(TEST_TYPE.suite);
      if (scope.catalog.authorizer.filter(scope.actor, 'Create', type.name).kind === 'none')
        scope.catalog.authorizer.possible(scope.actor, 'EditAll', type.name);
      requireTable(checkCreate(type, readJson(request), scope));
      return withHeaders(await handle(type, request, scope), headersFor(name, request, path, scope));
    },
  });
  const removal = (below: string, verb: string, keyOf: (request: Request) => EntityKey): SlicedRoute =>
    removalRoute(`${at}/${below}`, docs(verb, 'Delete the suite of a table'), 'basic', keyOf, (request, scope) =>
      headersFor(name, request, path, scope),
    );
  return [
    write('POST', 'create', 'Create the suite of a table', create),
    write('PUT', 'create_or_update', 'Create or update the suite of a table', put),
    removal('{id}', 'delete', (request) => ({ id: parameter(request, 'id') })),
    removal('name/{name}', 'delete_by_name', (request) => ({ fqn: parameter(request, 'name') })),
  ];
}

function requireTable({ basicEntityReference, executableEntityReference }: Record<string, unknown>): void {
  if (!basicEntityReference && !executableEntityReference)
    throw catalogError('BAD_REQUEST', 'basicEntityReference is required: the fully qualified name of a table');
}

/** The collection itself removes logical suites; with those of tables go their test cases. */
function removals(path: string): Route[] {
  const docs = (verb: string, summary: string, status = 200): RouteDocs => ({
    operationId: `${verb}_testSuite`,
    summary,
    tag: TEST_TYPE.suite,
    answers:
      status === 200
        ? { 200: { description: 'The suite', schema } }
        : { 202: { description: 'The job', schema: { inline: { type: 'object' } } } },
    errors: [404],
  });
  return [
    removalRoute(`${path}/{id}`, docs('delete', 'Delete a logical suite'), 'logical', (request) => ({
      id: parameter(request, 'id'),
    })),
    removalRoute(`${path}/name/{fqn}`, docs('delete_by_name', 'Delete a logical suite'), 'logical', (request) => ({
      fqn: parameter(request, 'fqn'),
    })),
    {
      ...removalRoute(
        `${path}/async/{id}`,
        docs('delete_async', 'Delete a logical suite in the background', 202),
        'logical',
        (request) => ({ id: parameter(request, 'id') }),
      ),
      async handle(request: Request, scope: SlicedScope) {
        await refuseOther('logical', { id: parameter(request, 'id') }, scope);
        return removeAsync(scope.catalog.registry.get(TEST_TYPE.suite), withPipelines(request), scope);
      },
    },
  ];
}

function removalRoute(
  path: string,
  docs: RouteDocs,
  kind: 'basic' | 'logical',
  keyOf: (request: Request) => EntityKey,
  headersOf: (request: Request, scope: SlicedScope) => Record<string, string> = () => ({}),
): SlicedRoute {
  const recursive =
    kind === 'basic'
      ? 'Also delete the test cases'
      : 'Ignored: the pipelines of a logical suite go with it, tests stay';
  const query = [
    { name: 'hardDelete', description: 'Delete permanently', schema: { type: 'boolean', default: false } },
    { name: 'recursive', description: recursive, schema: { type: 'boolean', default: false } },
  ];
  return {
    kind: 'sliced',
    method: 'DELETE',
    path,
    docs: { ...docs, query, errors: [404, 409, 412] },
    async handle(request, scope) {
      await refuseOther(kind, keyOf(request), scope);
      const asked = kind === 'logical' ? withPipelines(request) : request;
      const reply = await remove(scope.catalog.registry.get(TEST_TYPE.suite), keyOf(request), asked, scope);
      return withHeaders(reply, headersOf(request, scope));
    },
  };
}

/** compat: clients delete a logical suite without `recursive`; all that it contains are the pipelines that run it. */
function withPipelines(request: Request): Request {
  return { ...request, query: { ...request.query, recursive: 'true' } };
}

/** Refuses with 400 a suite of the other kind. 403 and 404 come first. */
function refuseOther(kind: 'basic' | 'logical', key: EntityKey, scope: SlicedScope): Promise<void> {
  scope.catalog.authorizer.possible(scope.actor, 'Delete', TEST_TYPE.suite);
  return scope.transaction(async (inner) => {
    const row = await findRow(inner.catalog.registry.get(TEST_TYPE.suite), key, 'all', inner);
    if ((row.parent_id !== null) === (kind === 'basic')) return;
    const other =
      kind === 'logical'
        ? 'the suite of a table; delete it with /v1/dataQuality/testSuites/base'
        : 'a logical suite; delete it with /v1/dataQuality/testSuites';
    throw catalogError('BAD_REQUEST', `testSuite ${row.fqn} is ${other}`);
  });
}

function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

function summaryRoute(path: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/executionSummary`,
    docs: {
      operationId: 'getExecutionSummaryOfTestSuites',
      summary: 'Count test cases by their newest status, of one suite or of all',
      tag: TEST_TYPE.suite,
      query: [
        { name: 'testSuiteId', description: 'Id of a suite; default: all', schema: { type: 'string', format: 'uuid' } },
      ],
      answers: { 200: { description: 'The counts', schema: 'tests/basic#testSummary' } },
      errors: [404],
    },
    async handle({ query }, scope) {
      scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.suite);
      if (query.testSuiteId) {
        const key = { id: checkId(query.testSuiteId) };
        const row = await readRow(scope.catalog.registry.get(TEST_TYPE.suite), key, 'all', scope);
        return json<TestSummary>(200, summaryOf((await resultsBySuite([row], scope)).get(row.id) ?? []));
      }
      const filter = scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', TEST_TYPE.case);
      const counts = new Map((await countByStatus(scope.sql, filter)).map(({ status, count }) => [status, count]));
      const of = (status: string) => counts.get(status) ?? 0;
      return json<TestSummary>(200, {
        success: of('Success'),
        failed: of('Failed'),
        aborted: of('Aborted'),
        queued: of('Queued'),
        total: [...counts.values()].reduce((sum, count) => sum + count, 0),
      });
    },
  };
}
