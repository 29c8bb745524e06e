import type { PipelineObservabilityResponse } from '../../../contract/index.js';
import { type DataRoute, json } from '../../catalog/index.js';
import { relationsTo } from '../../storage/index.js';
import { pageDocs, readPage } from '../asset-lists/assets.js';
import { target } from '../entity-route.js';
import { FILLED_BY, observedTables } from '../table/pipeline-observability.js';

/** `GET name/{fqn}/observability`: what tables report about the pipeline that fills them. */
export function observabilityRoute(path: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/name/{fqn}/observability`,
    docs: {
      operationId: 'get_pipeline_observability_by_name',
      summary: 'List the observability data of a pipeline, by table',
      description: 'Returns a page of the tables that report about the pipeline and that the caller may see.',
      tag: 'pipeline',
      query: pageDocs,
      answers: { 200: { description: 'One page', schema: 'type/pipelineObservabilityResponse' } },
      errors: [404],
    },
    async handle(request, scope) {
      const { row } = await target('pipeline', request, 'ViewBasic', scope);
      const { limit, offset } = readPage(request.query);
      const edges = await relationsTo(scope.sql, [row.id], [FILLED_BY]);
      const ids = edges.filter(({ deleted }) => deleted === 0).map(({ from_id }) => from_id);
      const { data, total } = await observedTables(ids, { limit, offset, pipeline: row }, scope);
      return json<PipelineObservabilityResponse>(200, {
        pipelineId: row.id,
        pipelineFqn: row.fqn,
        tableObservabilityData: data,
        paging: { total, limit, offset },
      });
    },
  };
}
