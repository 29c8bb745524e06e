/** Progress and metrics that runs report. Only the latest progress of a run is stored. */

import { setTimeout as pause } from 'node:timers/promises';
import { catalogError, errorMessages, parseObject, parseReference } from '../../../contract/index.js';
import {
  type DataRoute,
  findRow,
  json,
  KEEP_ALIVE,
  type Reply,
  type Request,
  readBody,
  type Scope,
  serverSentEvent,
  visibleIds,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { latestPointsByKey, listChildren, putPoint, type SeriesRow, type Sql } from '../../storage/index.js';
import { decide, target, targetToChange } from '../entity-route.js';

const tag = 'ingestionPipeline';
const progressKind = 'pipelineProgress';
const metricsKind = 'pipelineMetrics';
const progressSchema = 'entity/services/ingestionPipelines/progressUpdate';
const metricsSchema = 'entity/services/ingestionPipelines/operationMetricsBatch';

const pollEvery = 1000;
const quietLimit = 5 * 60 * 1000;
const keepAlive = 15 * 1000;
const finalTypes = new Set(['PIPELINE_COMPLETE', 'ERROR']);

interface Progress {
  runId: string;
  updateType: string;
}

export function progressRoutes(path: string): DataRoute[] {
  const docs = (verb: string, summary: string) => ({
    operationId: `${verb}_ingestionPipeline_progress`,
    summary,
    tag,
    errors: [404],
  });
  const stream = { 200: { description: 'One event per change', media: 'text/event-stream' } };
  return [
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/progress/{fqn}/{runId}`,
      docs: {
        ...docs('put', 'Report the progress of a run'),
        body: { schema: progressSchema },
        answers: { 200: { description: 'Stored' } },
      },
      handle: (request, scope) => storeReport(request, progressKind, progressSchema, scope),
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/progress/{fqn}/stream/{runId}`,
      docs: { ...docs('stream', 'Stream the progress of a run as server-sent events'), answers: stream },
      async handle(request, scope) {
        const { row } = await target(tag, request, 'ViewBasic', scope);
        return eventStream(streamRun(row.id, request.params.runId ?? '', scope));
      },
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/progress/service/{serviceType}/{serviceFqn}/stream`,
      docs: {
        ...docs('stream_service', 'Stream the progress of all runs of a service as server-sent events'),
        answers: stream,
      },
      handle: streamService,
    },
    {
      kind: 'write',
      method: 'POST',
      path: `${path}/metrics/{fqn}/{runId}`,
      docs: {
        operationId: 'add_ingestionPipeline_metrics',
        summary: 'Add metrics of a run',
        description: 'Stores metrics of a pipeline run, such as counts and durations, with its status.',
        tag,
        body: { schema: metricsSchema },
        answers: { 200: { description: 'Stored' } },
        errors: [404],
      },
      handle: (request, scope) => storeReport(request, metricsKind, metricsSchema, scope),
    },
  ];
}

async function storeReport(request: Request, kind: string, schema: string, scope: Scope): Promise<Reply> {
  const { row } = await targetToChange(tag, request, 'EditIngestionPipelineStatus', scope);
  const body = readBody(request, schema, scope);
  const key = request.params.runId ?? '';
  const at = kind === progressKind ? 0 : scope.context.now();
  await putPoint(scope.sql, { entity_id: row.id, kind, key, at, doc: JSON.stringify(body) });
  return json(200, { runId: key });
}

function eventStream(body: AsyncIterable<string>): Reply {
  return { status: 200, mediaType: 'text/event-stream', headers: { 'cache-control': 'no-store' }, body };
}

async function* streamRun(pipelineId: string, runId: string, scope: Scope): AsyncGenerator<string> {
  const read = async (sql: Sql) =>
    (await latestPointsByKey(sql, pipelineId, progressKind)).filter((point) => point.key === runId);
  for await (const point of changesOf(read, scope)) {
    if (point === null) yield KEEP_ALIVE;
    else {
      const progress = parseObject<Progress>(point.doc);
      yield serverSentEvent('progress', progress);
      if (finalTypes.has(progress.updateType)) return;
    }
  }
}

async function streamService(request: Request, scope: Scope): Promise<Reply> {
  const { serviceType = '', serviceFqn = '' } = request.params;
  const type = scope.catalog.registry.find(serviceType);
  if (!type) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(serviceType, serviceFqn));
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', type.name);
  const service = await findRow(type, { fqn: serviceFqn }, 'non-deleted', scope);
  await decide(type, service, 'ViewBasic', scope);
  return eventStream(streamAll(service.id, scope));
}

async function* streamAll(serviceId: string, scope: Scope): AsyncGenerator<string> {
  const names = new Map<string, string>();
  const read = async (sql: Sql) => {
    const points: SeriesRow[] = [];
    const children = await listChildren(sql, [serviceId], { types: [tag] });
    const visible = await visibleIds(
      children.map(({ id }) => ({ id, type: tag })),
      { ...scope, sql },
    );
    for (const child of children.filter(({ id }) => visible.has(id))) {
      names.set(child.id, present(parseReference(child.ref).fullyQualifiedName));
      points.push(...(await latestPointsByKey(sql, child.id, progressKind)));
    }
    return points;
  };
  for await (const point of changesOf(read, scope)) {
    if (point === null) yield KEEP_ALIVE;
    else
      yield serverSentEvent('progress', {
        pipelineFqn: names.get(point.entity_id),
        runId: point.key,
        event: parseObject(point.doc),
      });
  }
}

/**
 * Polls for points that are new or changed. Yields null as a keep-alive, and ends after `quietLimit` without a change.
 */
async function* changesOf(read: (sql: Sql) => Promise<SeriesRow[]>, scope: Scope): AsyncGenerator<SeriesRow | null> {
  const seen = new Map<string, string>();
  let lastChange = scope.context.now();
  let lastSent = lastChange;
  while (scope.context.now() - lastChange <= quietLimit) {
    for (const point of await scope.reopen(read)) {
      const key = `${point.entity_id} ${point.key}`;
      if (seen.get(key) === point.doc) continue;
      seen.set(key, point.doc);
      lastChange = lastSent = scope.context.now();
      yield point;
    }
    if (scope.context.now() - lastSent > keepAlive) {
      lastSent = scope.context.now();
      yield null;
    }
    await pause(pollEvery);
  }
}
