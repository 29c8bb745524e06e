import type { DataRoute, ListFilter, Request, Scope } from '../../../catalog/index.js';
import type { ListCondition } from '../../../storage/index.js';
import { TEST_TYPE } from '../edges.js';
import { type SortKeys, searchedPage, searchedParameters } from '../searched-list.js';
import { resultsBySuite } from './suite-fields.js';

/** `GET search/list`: suites, sorted by their newest results if asked. */
export function suiteListRoute(path: string): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'GET',
    path: `${path}/search/list`,
    docs: {
      operationId: 'listTestSuitesFromSearch',
      summary: 'Search suites',
      tag: TEST_TYPE.suite,
      query: [
        ...searchedParameters,
        {
          name: 'testSuiteType',
          description: 'Only suites of tables (`basic`, `executable`) or only `logical` ones',
          schema: { type: 'string', enum: ['basic', 'executable', 'logical'] },
        },
        {
          name: 'includeEmptyTestSuites',
          description: 'Whether suites without tests are included',
          schema: { type: 'boolean', default: true },
        },
        { name: 'fullyQualifiedName', description: 'Only the suite with this FQN', schema: { type: 'string' } },
      ],
      answers: { 200: { description: 'Suites', schema: { pageOf: 'tests/testSuite' } } },
    },
    async handle(request, scope) {
      scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.suite);
      return searchedPage(TEST_TYPE.suite, request, await conditionsOf(request, scope), newest(scope), scope);
    },
  };
}

async function conditionsOf({ query }: Request, scope: Scope): Promise<ListCondition[]> {
  const filters: [string, ListFilter][] = Object.entries(scope.catalog.registry.get(TEST_TYPE.suite).filters ?? {});
  const conditions: ListCondition[] = [];
  for (const [name, filter] of filters) {
    const value = query[name];
    if (value && filter.by === 'custom') conditions.push(...(await filter.conditions(value, query, scope)));
  }
  if (query.fullyQualifiedName) conditions.push({ by: 'fqnPrefix', prefix: query.fullyQualifiedName });
  return conditions;
}

function newest(scope: Scope): SortKeys {
  return async (field, rows) => {
    if (field !== 'lastResultTimestamp' && field !== 'testCaseResultSummary.timestamp') return null;
    const results = await resultsBySuite(rows, scope);
    return new Map([...results].map(([id, list]) => [id, Math.max(...list.map(({ at }) => at))]));
  };
}
