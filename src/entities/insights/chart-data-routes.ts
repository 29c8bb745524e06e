import {
  catalogError,
  type DataInsightCustomChartResultList,
  errorMessages,
  parseObject,
} from '../../../contract/index.js';
import {
  type DataRoute,
  type EntityType,
  json,
  type ParameterDocs,
  parameter,
  type Request,
  type RouteDocs,
  readRow,
  type Scope,
} from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { readTimeRange } from '../time-range.js';
import { chartRules, chartValue } from './chart-values.js';

const typeName = 'dataInsightCustomChart';
const MOST_CHARTS = 20;
const DAY = 86_400_000;

const period: readonly ParameterDocs[] = [
  { name: 'start', description: 'Milliseconds since 1970; default 0', schema: { type: 'integer', minimum: 0 } },
  { name: 'end', description: 'Milliseconds since 1970; default now', schema: { type: 'integer', minimum: 0 } },
];

const description =
  'Values are computed from the assets that the caller may see now, so a period that does not contain today has none.';

/** The data of charts over the catalog. */
export function chartDataRoutes(path: string): DataRoute[] {
  const docs = (more: Pick<RouteDocs, 'operationId' | 'summary' | 'answers' | 'query'>): RouteDocs => ({
    ...{ tag: typeName, description, errors: [404] },
    ...more,
  });
  return [
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/listChartData`,
      docs: docs({
        operationId: 'listChartData',
        summary: 'Get the data of several charts',
        query: [
          {
            name: 'chartNames',
            description: 'Names of charts, separated by commas',
            schema: { type: 'string' },
            required: true,
          },
          ...period,
        ],
        answers: { 200: { description: 'Results by name', schema: { inline: { type: 'object' } } } },
      }),
      handle: async (request, scope) => {
        scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', typeName);
        const names = (request.query.chartNames ?? '').split(',').filter((name) => name !== '');
        if (names.length === 0 || names.length > MOST_CHARTS)
          throw catalogError('BAD_REQUEST', `query param chartNames must have from 1 to ${MOST_CHARTS} names`);
        const results: Record<string, DataInsightCustomChartResultList> = {};
        for (const name of new Set(names)) results[name] = await resultOf(await findChart(name, scope), request, scope);
        return json(200, results);
      },
    },
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/name/{fqn}/data`,
      docs: docs({
        operationId: 'getChartData',
        summary: 'Get the data of a chart',
        query: period,
        answers: { 200: { description: 'The result', schema: 'dataInsight/custom/dataInsightCustomChartResultList' } },
      }),
      handle: async (request, scope) => {
        const row = await findChart(parameter(request, 'fqn'), scope);
        return json(200, await resultOf(row, request, scope));
      },
    },
  ];
}

async function findChart(fqn: string, scope: Scope): Promise<EntityRow> {
  const type: EntityType = scope.catalog.registry.get(typeName);
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', typeName);
  const row = await readRow(type, { fqn }, 'non-deleted', scope, ['ViewBasic']);
  if (!Object.hasOwn(chartRules, row.name))
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(typeName, fqn));
  return row;
}

async function resultOf(row: EntityRow, { query }: Request, scope: Scope): Promise<DataInsightCustomChartResultList> {
  const { from, to } = readTimeRange({ startTs: query.start ?? '', endTs: query.end ?? '' }, scope);
  const now = scope.context.now();
  const day = now - (now % DAY);
  if (from > now || to < day) return { results: [] };
  const { metrics } = parseObject<{ chartDetails?: { metrics?: { name?: string }[] } }>(row.doc).chartDetails ?? {};
  const metric = metrics?.[0]?.name;
  return { results: [{ count: await chartValue(row.name, scope), day, ...(metric ? { metric } : {}) }] };
}
