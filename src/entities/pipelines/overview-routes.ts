/** What the latest runs say: numbers of pipelines, and one line for each. */
import {
  catalogError,
  type Pipeline,
  type PipelineMetrics,
  type PipelineStatus,
  type PipelineSummary,
  parseObject,
  parseReference,
  type Stored,
} from '../../../contract/index.js';
import {
  type ActionRoute,
  containersOf,
  json,
  type Reply,
  type Request,
  splitFqn,
  visibleIds,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { latestPoints, relationsTo, type ShownRow } from '../../storage/index.js';
import { pageDocs, readPage } from '../asset-lists/assets.js';
import { inPieces, type PieceScope } from '../shown-pages.js';
import { FILLED_BY } from '../table/pipeline-observability.js';
import { pipelineDocs, pipelinePages } from './read-pipelines.js';
import { readRun, runKind, runStatuses, timesOf } from './runs.js';

export function overviewRoutes(path: string): ActionRoute[] {
  const common = { kind: 'action', long: true, method: 'GET' } as const;
  return [
    {
      ...common,
      path: `${path}/metrics`,
      docs: {
        operationId: 'getPipelineMetrics',
        summary: 'Count pipelines by service, state and latest run',
        description: 'Counts the pipelines that the caller may see. A pipeline without a state counts as active.',
        tag: 'pipeline',
        query: pipelineDocs,
        answers: { 200: { description: 'The numbers', schema: 'type/pipelineMetrics' } },
      },
      handle: inPieces('pipeline', readMetrics),
    },
    {
      ...common,
      path: `${path}/summary`,
      docs: {
        operationId: 'listPipelineSummaries',
        summary: 'List pipelines with their latest run and the tables they fill',
        description: 'Returns a page of the pipelines that the caller may see, in the order of their names.',
        tag: 'pipeline',
        query: [
          ...pipelineDocs,
          {
            name: 'status',
            description: 'Only pipelines whose latest run has this status',
            schema: { type: 'string', enum: runStatuses },
          },
          ...pageDocs,
        ],
        answers: { 200: { description: 'One page', schema: { pageOf: 'type/pipelineSummary' } } },
      },
      handle: inPieces('pipeline', listSummaries),
    },
  ];
}

async function readMetrics(request: Request, scope: PieceScope): Promise<Reply> {
  const metrics = { totalPipelines: 0, activePipelines: 0, inactivePipelines: 0 };
  const runs = { failedPipelines: 0, successfulPipelines: 0, pipelinesWithoutStatus: 0 };
  const services = new Map<string, { serviceName: string; serviceType: string | null; count: number }>();
  for await (const rows of pipelinePages(request, scope)) {
    const latest = await latestRuns(rows, scope);
    for (const row of rows) {
      const { state, serviceType = null } = parseObject<Stored<Pipeline>>(row.doc);
      metrics.totalPipelines++;
      metrics[state === 'Inactive' ? 'inactivePipelines' : 'activePipelines']++;
      const run = latest.get(row.id);
      if (!run) runs.pipelinesWithoutStatus++;
      else if (run.executionStatus === 'Failed') runs.failedPipelines++;
      else if (run.executionStatus === 'Successful') runs.successfulPipelines++;
      const [, id = ''] = containersOf(row)[0] ?? [];
      const service = services.get(id) ?? { serviceName: present(splitFqn(row.fqn)[0]), serviceType, count: 0 };
      service.count++;
      services.set(id, service);
    }
  }
  return json<PipelineMetrics>(200, {
    ...metrics,
    ...runs,
    serviceCount: services.size,
    serviceBreakdown: [...services.values()],
    dataAvailable: metrics.totalPipelines > 0,
  });
}

async function listSummaries(request: Request, scope: PieceScope): Promise<Reply> {
  const { limit, offset } = readPage(request.query);
  const status = readStatus(request.query.status);
  const shown: { row: ShownRow; run: PipelineStatus | undefined }[] = [];
  let total = 0;
  for await (const rows of pipelinePages(request, scope)) {
    const latest = await latestRuns(rows, scope);
    for (const row of rows) {
      const run = latest.get(row.id);
      if (status !== null && run?.executionStatus !== status) continue;
      if (total >= offset && shown.length < limit) shown.push({ row, run });
      total++;
    }
  }
  const filled = await filledTables(
    shown.map(({ row }) => row.id),
    scope,
  );
  const data = shown.map(({ row, run }) => summaryOf(row, run, filled.get(row.id) ?? []));
  return json<{ data: PipelineSummary[]; paging: object }>(200, { data, paging: { total, limit, offset } });
}

function readStatus(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (runStatuses.some((status) => status === text)) return text;
  throw catalogError('BAD_REQUEST', `query param status must be one of ${runStatuses.join(', ')}`);
}

async function latestRuns(rows: readonly ShownRow[], scope: PieceScope): Promise<Map<string, PipelineStatus>> {
  const ids = rows.map(({ id }) => id);
  const points = await scope.reopen((sql) => latestPoints(sql, ids, runKind));
  return new Map(points.map((point) => [point.entity_id, readRun(point)]));
}

/** FQNs of the tables that each pipeline fills and the caller may see, by the id of the pipeline. */
async function filledTables(ids: readonly string[], scope: PieceScope): Promise<Map<string, string[]>> {
  const { live, visible } = await scope.reopen(async (sql) => {
    const edges = (await relationsTo(sql, ids, [FILLED_BY])).filter(({ deleted }) => deleted === 0);
    const tables = edges.map(({ from_id: id, from_type: type }) => ({ id, type }));
    return { live: edges, visible: await visibleIds(tables, { ...scope, sql }) };
  });
  const found = new Map<string, string[]>();
  for (const { from_id, to_id, ref } of live) {
    const { fullyQualifiedName } = parseReference(ref);
    if (visible.has(from_id) && fullyQualifiedName) found.set(to_id, [...(found.get(to_id) ?? []), fullyQualifiedName]);
  }
  return found;
}

function summaryOf(row: ShownRow, run: PipelineStatus | undefined, impactedAssets: string[]): PipelineSummary {
  const { name, serviceType, scheduleInterval } = parseObject<Stored<Pipeline>>(row.doc);
  const times = run && timesOf(run);
  return {
    pipelineId: row.id,
    pipelineName: present(name),
    pipelineFqn: row.fqn,
    serviceType: present(serviceType),
    ...(run && times
      ? {
          startTime: times.start,
          ...(times.end === null ? {} : { endTime: times.end }),
          lastRunTime: run.timestamp,
          lastRunStatus: run.executionStatus,
        }
      : {}),
    ...(scheduleInterval === undefined ? {} : { scheduleInterval }),
    impactedAssetsCount: impactedAssets.length,
    impactedAssets,
  };
}
