import { checkId, type DataRoute, type Request, type Route, type Scope, visibleIds } from '../../../catalog/index.js';
import { casesWithLatest, type ListCondition, latestStatuses } from '../../../storage/index.js';
import { TEST_EDGE, TEST_TYPE } from '../edges.js';
import { incidentRoutes } from '../incidents/incident-routes.js';
import { readCount } from '../list-window.js';
import { dimensionRoutes } from '../results/dimension-routes.js';
import { resultListRoutes } from '../results/result-lists.js';
import { resultRoutes } from '../results/result-routes.js';
import { type SortKeys, searchedPage, searchedParameters } from '../searched-list.js';
import { logicalRoutes } from '../suites/logical-routes.js';
import { caseConditions, caseFilters } from './case-filters.js';
import { failedRowsRoutes } from './failed-rows.js';

const text = { type: 'string' };

/** Routes of test cases beyond the standard ones. */
export function caseRoutes(path: string): Route[] {
  return [
    searchRoute(path),
    ...failedRowsRoutes(path),
    ...logicalRoutes(path),
    ...resultRoutes(path),
    ...resultListRoutes(path),
    ...dimensionRoutes(path),
    ...incidentRoutes(path),
  ];
}

function searchRoute(path: string): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'GET',
    path: `${path}/search/list`,
    docs: {
      operationId: 'listTestCasesFromSearch',
      summary: 'Search test cases',
      tag: TEST_TYPE.case,
      query: [
        ...searchedParameters,
        ...Object.entries(caseFilters).map(([name, filter]) => ({
          name,
          description: filter.by === 'custom' ? filter.description : `Only test cases with this ${name}`,
          schema: filter.by === 'custom' ? filter.schema : text,
        })),
        {
          name: 'startTimestamp',
          description: 'Only test cases whose newest result is not older',
          schema: { type: 'integer', minimum: 0 },
        },
        {
          name: 'endTimestamp',
          description: 'Only test cases whose newest result is not newer',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      answers: { 200: { description: 'Test cases', schema: { pageOf: 'tests/testCase' } } },
    },
    async handle(request, scope) {
      scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.case);
      return searchedPage(TEST_TYPE.case, request, await conditionsOf(request, scope), newest(scope), scope);
    },
  };
}

async function conditionsOf({ query }: Request, scope: Scope): Promise<ListCondition[]> {
  const conditions = await caseConditions(query, scope);
  if (query.testSuiteId) {
    const id = checkId(query.testSuiteId);
    const seen = (await visibleIds([{ id, type: TEST_TYPE.suite }], scope)).has(id);
    conditions.push({ by: 'related', kind: TEST_EDGE.tests, direction: 'from', ids: seen ? [id] : [] });
  }
  if (query.startTimestamp || query.endTimestamp) {
    const to = readCount(query, 'endTimestamp', Number.MAX_SAFE_INTEGER);
    const from = readCount(query, 'startTimestamp', 0);
    conditions.push({ by: 'ids', ids: await casesWithLatest(scope.sql, from, to) });
  }
  return conditions;
}

function newest(scope: Scope): SortKeys {
  return async (field, rows) => {
    if (field !== 'testCaseResult.timestamp') return null;
    const latest = await latestStatuses(
      scope.sql,
      rows.map(({ id }) => id),
    );
    return new Map(latest.map(({ case_id, at }) => [case_id, at]));
  };
}
