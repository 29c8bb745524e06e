/** Reports over tests: counts of test cases, results and incidents by what clients group them by. */
import {
  CatalogError,
  catalogError,
  type DataQualityReport,
  type DataQualityReportBatchResponse,
} from '../../../../contract/index.js';
import { type DataRoute, type Fields, json, readBody, type Scope } from '../../../catalog/index.js';
import { TEST_TYPE } from '../edges.js';
import { readAggregation, report } from './report-aggregation.js';
import { readQuery } from './report-query.js';
import { reportValues } from './report-values.js';

const text = { type: 'string' };
const MOST_REPORTS = 200;

interface Asked {
  q?: string | undefined;
  index?: string | undefined;
  aggregationQuery?: string | undefined;
  domain?: string | undefined;
}

export function reportRoutes(path: string): DataRoute[] {
  const at = `${path}/dataQualityReport`;
  return [
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: at,
      docs: {
        operationId: 'getDataQualityReport',
        summary: 'Count tests by what they have in common',
        description:
          'Groups what the query selects by the levels of `aggregationQuery`, such as `bucketName=dimension:aggType=terms:field=dataQualityDimension`.',
        tag: TEST_TYPE.suite,
        query: [
          { name: 'index', description: 'What is counted, such as `testCase` or `testCaseResult`', schema: text },
          { name: 'aggregationQuery', description: 'Levels of the aggregation, joined with commas', schema: text },
          { name: 'q', description: 'A query in JSON, or a text', schema: text },
          { name: 'domain', description: 'Only tests in this domain, given by FQN', schema: text },
        ],
        answers: { 200: { description: 'The report', schema: 'tests/dataQualityReport' } },
      },
      async handle({ query }, scope) {
        scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.case);
        return json<DataQualityReport>(200, await reportOf(query, new Map(), scope));
      },
    },
    {
      kind: 'read',
      long: true,
      method: 'POST',
      path: `${at}/batch`,
      docs: {
        operationId: 'getDataQualityReports',
        summary: 'Make several reports',
        description: `At most ${MOST_REPORTS}. Each report that cannot be made has the reason instead.`,
        tag: TEST_TYPE.suite,
        body: { schema: 'tests/dataQualityReportBatchRequest' },
        answers: { 200: { description: 'The reports', schema: 'tests/dataQualityReportBatchResponse' } },
      },
      async handle(request, scope) {
        scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.case);
        const { requests } = readBody(request, 'tests/dataQualityReportBatchRequest', scope);
        if (requests.length === 0) throw catalogError('BAD_REQUEST', 'requests must have at least one report');
        if (requests.length > MOST_REPORTS)
          throw catalogError('BAD_REQUEST', `requests must have at most ${MOST_REPORTS} reports`);
        const known = new Map<string, Promise<Fields[]>>();
        const results: DataQualityReportBatchResponse['results'] = [];
        for (const { key, ...asked } of requests) results.push({ key, ...(await tried(asked, known, scope)) });
        return json<DataQualityReportBatchResponse>(200, { results });
      },
    },
  ];
}

async function tried(asked: Asked, known: Map<string, Promise<Fields[]>>, scope: Scope) {
  try {
    return { report: await reportOf(asked, known, scope) };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { error: error.message };
  }
}

/** `known`: values that were read before, by index and domain. */
async function reportOf(
  { q, index = TEST_TYPE.case, aggregationQuery, domain }: Asked,
  known: Map<string, Promise<Fields[]>>,
  scope: Scope,
): Promise<DataQualityReport> {
  const levels = readAggregation(aggregationQuery);
  const query = readQuery(q);
  const key = JSON.stringify([index, domain]);
  const loading = known.get(key) ?? reportValues(index, domain, scope);
  known.set(key, loading);
  return report(levels, query, await loading);
}
