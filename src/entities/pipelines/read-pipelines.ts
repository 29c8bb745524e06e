/** For reports over pipelines: the ones that a request selects, and their runs, read page by page. */
import type { PipelineStatus } from '../../../contract/index.js';
import type { ParameterDocs, Request } from '../../catalog/index.js';
import { listPointsByTime, type PointPlace, type ShownRow } from '../../storage/index.js';
import { type PieceScope, shownPages } from '../shown-pages.js';
import { readRun, runKind } from './runs.js';

/** Runs per page. */
const RUNS = 1000;

/** Maximum number of runs that one request reads. */
export const MOST_RUNS = 100_000;

export const pipelineDocs: readonly ParameterDocs[] = [
  { name: 'service', description: 'Only pipelines of the service with this name', schema: { type: 'string' } },
  { name: 'serviceType', description: 'Only pipelines of services of this type', schema: { type: 'string' } },
];

/** Pages of the pipelines that the caller may see, in the order of their names. */
export function pipelinePages(request: Request, scope: PieceScope): AsyncGenerator<ShownRow[], void> {
  const { serviceType = '' } = request.query;
  const ofType = serviceType === '' ? [] : [{ by: 'equals', field: 'serviceType', values: [serviceType] } as const];
  return shownPages('pipeline', request, scope, ofType);
}

/** Ids of all these pipelines. */
export async function pipelineIds(request: Request, scope: PieceScope): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const rows of pipelinePages(request, scope)) for (const { id } of rows) ids.add(id);
  return ids;
}

export interface Run extends PipelineStatus {
  pipelineId: string;
}

/** Calls `visit` for every run of these pipelines, newest first. Resolves to false if there are more than are read. */
export async function eachRun(
  ids: ReadonlySet<string>,
  range: { from: number; to: number },
  visit: (run: Run) => void,
  scope: PieceScope,
): Promise<boolean> {
  let after: PointPlace | undefined;
  for (let read = 0; read < MOST_RUNS; read += RUNS) {
    const place = after ? { after } : {};
    const points = await scope.reopen((sql) =>
      listPointsByTime(sql, { kind: runKind, ...range, ...place, limit: RUNS }),
    );
    for (const point of points) if (ids.has(point.entity_id)) visit({ ...readRun(point), pipelineId: point.entity_id });
    if (points.length < RUNS) return true;
    after = points.at(-1);
  }
  return false;
}
