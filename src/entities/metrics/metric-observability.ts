import { type DataRoute, json } from '../../catalog/index.js';
import { relationsFrom } from '../../storage/index.js';
import { pageDocs, readPage } from '../asset-lists/assets.js';
import { target } from '../entity-route.js';
import { observedTables } from '../table/pipeline-observability.js';

/** `GET {id}/observability`: what the tables among the assets of a metric report about their pipelines. */
export function observabilityRoute(path: string, kind: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/{id}/observability`,
    docs: {
      operationId: 'get_metric_observability',
      summary: 'List the observability data of the tables that a metric is computed from',
      description:
        'Returns a page of the tables among the assets of the metric that the caller may see, with the last runs of the pipelines that fill them.',
      tag: 'metric',
      query: pageDocs,
      answers: {
        200: {
          description: 'One page',
          schema: { pageOf: 'type/pipelineObservabilityResponse#tableObservabilityData' },
        },
      },
      errors: [404],
    },
    async handle(request, scope) {
      const { row } = await target('metric', request, 'ViewBasic', scope);
      const { limit, offset } = readPage(request.query);
      const edges = await relationsFrom(scope.sql, [row.id], [kind]);
      const ids = edges.filter(({ deleted }) => deleted === 0).map(({ to_id }) => to_id);
      const { data, total } = await observedTables(ids, { limit, offset }, scope);
      return json(200, { data, paging: { total, limit, offset } });
    },
  };
}
