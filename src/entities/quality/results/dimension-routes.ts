/** Routes for the results of a test case by the values of its dimensions. */
import { parseObject, type TestCaseResult } from '../../../../contract/index.js';
import { type DataRoute, json, type Request, readLimit, type Scope } from '../../../catalog/index.js';
import { type DimensionRow, listDimensions } from '../../../storage/index.js';
import { target } from '../../entity-route.js';
import { readTimeRange, timeRangeDocs } from '../../time-range.js';
import { TEST_TYPE } from '../edges.js';

type Dimension = NonNullable<TestCaseResult['dimensionResults']>[number];

const schema = 'tests/basic#testCaseDimensionResult';
const MOST = 10_000;

const query = [
  ...timeRangeDocs,
  { name: 'dimensionName', description: 'Only results of this dimension', schema: { type: 'string' } },
  { name: 'dimensionKey', description: 'Only results with this key, such as `region=EU`', schema: { type: 'string' } },
  {
    name: 'limit',
    description: 'Maximum number to return, newest first',
    schema: { type: 'integer', minimum: 1, maximum: MOST, default: MOST },
  },
];

export function dimensionRoutes(path: string): DataRoute[] {
  const docs = { tag: TEST_TYPE.case, params: { fqn: 'Fully qualified name of the test case.' }, errors: [404] };
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/dimensionResults/{fqn}`,
      docs: {
        ...docs,
        operationId: 'listDimensionResults',
        summary: 'List the results of a test case by dimension, newest first',
        query,
        answers: { 200: { description: 'Results by dimension', schema: { pageOf: schema } } },
      },
      async handle(request, scope) {
        const data = await dimensionsOf(request, scope);
        return json(200, { data, paging: { total: data.length } });
      },
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/dimensionResults/{fqn}/dimensions`,
      docs: {
        ...docs,
        operationId: 'listDimensionsOfTestCase',
        summary: 'List the dimensions of a test case with their values',
        query,
        answers: {
          200: {
            description: 'The values of each dimension',
            schema: {
              inline: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
            },
          },
        },
      },
      async handle(request, scope) {
        const values = new Map<string, Set<string>>();
        for (const { dimensionValues } of await dimensionsOf(request, scope))
          for (const { name, value } of dimensionValues) values.set(name, (values.get(name) ?? new Set()).add(value));
        return json(200, Object.fromEntries([...values].map(([name, set]) => [name, [...set].sort()])));
      },
    },
  ];
}

async function dimensionsOf(request: Request, scope: Scope): Promise<Dimension[]> {
  const { row } = await target(TEST_TYPE.case, request, 'ViewBasic', scope);
  const { dimensionKey: key, dimensionName } = request.query;
  const limit = readLimit(request.query.limit, MOST, 1, MOST);
  const range = { caseId: row.id, ...readTimeRange(request.query, scope), ...(key ? { key } : {}), limit };
  const found = (await listDimensions(scope.sql, range)).map(shown);
  return dimensionName
    ? found.filter(({ dimensionValues }) => dimensionValues.some(({ name }) => name === dimensionName))
    : found;
}

function shown({ at, doc }: DimensionRow): Dimension {
  return { ...parseObject<Dimension>(doc), timestamp: at };
}
