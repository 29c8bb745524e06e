/** Progress and metrics that runs report. Only the latest progress of a run is stored. */

import { setTimeout as pause } from 'node:timers/promises';
import { catalogError, errorMessages, parseObject, parseReference } from '../../../contract/index.js';
import {
  type ActionScope,
  type EntityKey,
  eventStream,
  findRow,
  json,
  jsonText,
  KEEP_ALIVE,
  type Reply,
  type Request,
  type Route,
  readBody,
  readWhile,
  type Scope,
  serverSentEvent,
  visibleIds,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { latestPoints, latestPointsByKey, listChildren, putPoint, type SeriesRow } from '../../storage/index.js';
import { decide, target, targetToChange } from '../entity-route.js';
import { readerOf } from './reader-of.js';

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

export function progressRoutes(path: string): Route[] {
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
      path: `${path}/progress/{fqn}/{runId}`,
      docs: {
        ...docs('get', 'Get the latest progress of a run'),
        answers: { 200: { description: 'What was reported last', schema: progressSchema } },
      },
      async handle(request, scope) {
        const { row } = await target(tag, request, 'ViewBasic', scope);
        const runId = request.params.runId ?? '';
        const [latest] = await latestPoints(scope.sql, [row.id], progressKind, runId);
        if (!latest) throw catalogError('ENTITY_NOT_FOUND', `${row.fqn} has no progress of a run ${runId}`);
        return jsonText(200, latest.doc);
      },
    },
    {
      kind: 'action',
      method: 'GET',
      path: `${path}/progress/{fqn}/stream/{runId}`,
      docs: { ...docs('stream', 'Stream the progress of a run as server-sent events'), answers: stream },
      async handle(request, scope) {
        const { row } = await scope.readAs((inner) => target(tag, request, 'ViewBasic', inner));
        return eventStream(streamRun(row.id, request, scope));
      },
    },
    {
      kind: 'action',
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

async function* streamRun(pipelineId: string, request: Request, scope: ActionScope): AsyncGenerator<string> {
  const readPipeline = readerOf(pipelineId, request, scope);
  const ofRun = (points: readonly SeriesRow[]) => points.filter(({ key }) => key === request.params.runId);
  const read = () => readPipeline(async ({ sql }) => ofRun(await latestPointsByKey(sql, pipelineId, progressKind)));
  for await (const point of changesOf(read, scope)) {
    if (typeof point === 'string') {
      yield point;
      continue;
    }
    const progress = parseObject<Progress>(point.doc);
    yield serverSentEvent('progress', progress);
    if (finalTypes.has(progress.updateType)) return;
  }
}

async function streamService({ params }: Request, scope: ActionScope): Promise<Reply> {
  const { serviceType = '', serviceFqn = '' } = params;
  const type = scope.catalog.registry.find(serviceType);
  if (!type) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(serviceType, serviceFqn));
  const find = async (key: EntityKey, inner: Scope) => {
    scope.catalog.authorizer.possible(inner.actor, 'ViewBasic', type.name);
    const service = await findRow(type, key, 'non-deleted', inner);
    await decide(type, service, 'ViewBasic', inner);
    return service;
  };
  const { id } = await scope.readAs((inner) => find({ fqn: serviceFqn }, inner));
  const readService = readWhile(scope, (inner) => find({ id }, inner));
  return eventStream(streamAll(id, readService, scope));
}

async function* streamAll(
  serviceId: string,
  readService: ActionScope['readAs'],
  scope: ActionScope,
): AsyncGenerator<string> {
  const names = new Map<string, string>();
  const read = () =>
    readService(async (inner) => {
      const points: SeriesRow[] = [];
      const children = await listChildren(inner.sql, [serviceId], { types: [tag] });
      const visible = await visibleIds(
        children.map(({ id }) => ({ id, type: tag })),
        inner,
      );
      for (const child of children.filter(({ id }) => visible.has(id))) {
        names.set(child.id, present(parseReference(child.ref).fullyQualifiedName));
        points.push(...(await latestPointsByKey(inner.sql, child.id, progressKind)));
      }
      return points;
    });
  for await (const point of changesOf(read, scope))
    yield typeof point === 'string'
      ? point
      : serverSentEvent('progress', {
          pipelineFqn: names.get(point.entity_id),
          runId: point.key,
          event: parseObject(point.doc),
        });
}

/**
 * Polls for points that are new or changed, and yields them; between them, what keeps the stream alive or notices that the client
 * has left. Ends after `quietLimit` without a change.
 */
async function* changesOf(
  read: () => Promise<SeriesRow[]>,
  { context }: Pick<ActionScope, 'context'>,
): AsyncGenerator<SeriesRow | string> {
  const seen = new Map<string, string>();
  let lastChange = context.now();
  let lastSent = lastChange;
  while (context.now() - lastChange <= quietLimit) {
    for (const point of await read()) {
      const key = `${point.entity_id} ${point.key}`;
      if (seen.get(key) === point.doc) continue;
      seen.set(key, point.doc);
      lastChange = lastSent = context.now();
      yield point;
    }
    const isQuiet = context.now() - lastSent > keepAlive;
    if (isQuiet) lastSent = context.now();
    yield isQuiet ? KEEP_ALIVE : '';
    await pause(pollEvery);
  }
}
