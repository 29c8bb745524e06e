import { type ActionScope, type Request, readWhile } from '../../catalog/index.js';
import { target } from '../entity-route.js';

/** Reads about a pipeline for as long as the caller may see it, whatever its name is by then. Fails with 401, 403 or 404. */
export function readerOf(pipelineId: string, request: Request, scope: ActionScope) {
  const byId = { ...request, params: { ...request.params, id: pipelineId } };
  return readWhile(scope, (inner) => target('ingestionPipeline', byId, 'ViewBasic', inner));
}
