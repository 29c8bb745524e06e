import { catalogError, type Kpi, type KpiResult } from '../../../../contract/index.js';
import { type DataRoute, json, type Request, type RouteDocs, type Scope, seesAll } from '../../../catalog/index.js';
import { target } from '../../entity-route.js';
import { readTimeRange, timeRangeDocs } from '../../time-range.js';
import { pastResults } from './kpi-history.js';
import { resultsOf } from './kpi-result.js';

const schema = 'dataInsight/kpi/basic#kpiResult';

/** The results of KPIs. */
export function kpiRoutes(path: string): DataRoute[] {
  const docs = (more: Pick<RouteDocs, 'operationId' | 'summary' | 'description' | 'answers' | 'query'>): RouteDocs => ({
    ...{ tag: 'kpi', errors: [404] },
    ...more,
  });
  return [
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/{name}/kpiResult`,
      docs: docs({
        operationId: 'listKpiResults',
        summary: 'List the results of a KPI',
        description:
          'Newest first. The result of today is computed from the assets that the caller may see now, those of earlier days were measured over the whole catalog and are shown to those who may see all of it.',
        query: timeRangeDocs,
        answers: { 200: { description: 'The results', schema: { pageOf: schema } } },
      }),
      handle: async (request, scope) => {
        const { from, to } = readTimeRange(request.query, scope);
        const { result, row } = await latest(request, scope);
        const now = scope.context.now();
        const isNow = from <= now && to >= now && row.startDate <= now && row.endDate >= now;
        const past = seesAll(scope) ? await pastResults(row, { from, to }, scope) : [];
        const data = isNow ? [result, ...past] : past;
        return json(200, { data, paging: { total: data.length } });
      },
    },
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/{name}/latestKpiResult`,
      docs: docs({
        operationId: 'getLatestKpiResult',
        summary: 'Get the latest result of a KPI',
        description: 'Computed from the assets that the caller may see now.',
        answers: { 200: { description: 'The result', schema } },
      }),
      handle: async (request, scope) => json<KpiResult>(200, (await latest(request, scope)).result),
    },
  ];
}

async function latest(request: Request, scope: Scope): Promise<{ result: KpiResult; row: Kpi }> {
  const { row, stored } = await target<string>('kpi', request, 'ViewAll', scope);
  const result = (await resultsOf([row], scope)).get(row.id);
  if (!result) throw catalogError('ENTITY_NOT_FOUND', `kpi ${row.fqn} has no chart`);
  return { result, row: stored() as unknown as Kpi };
}
