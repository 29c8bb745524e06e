/** Status of pipeline runs, reported by their workers. A report replaces the previous one of the same run. */
import {
  catalogError,
  errorMessages,
  type IngestionPipelinePipelineStatus as PipelineStatus,
  parseObject,
} from '../../../contract/index.js';
import {
  type DataRoute,
  type Fields,
  json,
  quietReply,
  type Reply,
  type Request,
  readBody,
  readLimit,
  recordUpdate,
  replyWith,
  type Scope,
  type Trait,
} from '../../catalog/index.js';
import { countPoints, deletePoints, latestPoints, listPoints, putPoint } from '../../storage/index.js';
import { byIdOrName, type Target, target, targetToChange } from '../entity-route.js';
import { readTimeRange, timeRangeDocs } from '../time-range.js';
import { markStale } from './stale-run.js';

const tag = 'ingestionPipeline';
const kind = 'pipelineStatus';
const schema = 'entity/services/ingestionPipelines/ingestionPipeline#pipelineStatus';

/** The latest run of each pipeline. */
export const pipelineStatuses: Trait<PipelineStatus[], 'pipelineStatuses'> = {
  field: 'pipelineStatuses',
  empty: '[]',
  inWrites: false,
  dependsOnTime: true,
  async load(rows, scope) {
    const texts = new Map<string, string>();
    for (const point of await latestPoints(
      scope.sql,
      rows.map((row) => row.id),
      kind,
    ))
      texts.set(point.entity_id, `[${JSON.stringify(shown(point.doc, scope))}]`);
    return texts;
  },
};

function shown(doc: string, scope: Scope): PipelineStatus {
  const status = { status: [], ...parseObject<PipelineStatus>(doc) };
  return markStale(status, scope.context.now(), scope.catalog.options.staleRunAfter);
}

const docs = (verb: string, summary: string) => ({
  operationId: `${verb}_ingestionPipeline_status`,
  summary,
  tag,
  params: { fqn: 'Fully qualified name or id of the pipeline.' },
  errors: [404],
});

export function statusRoutes(path: string): DataRoute[] {
  return [putRoute(path), ...readRoutes(path), ...deleteRoutes(path)];
}

function putRoute(path: string): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${path}/{fqn}/pipelineStatus`,
    docs: {
      ...docs('put', 'Report the status of a run'),
      body: { schema },
      answers: { 201: { description: 'The change event, with the pipeline', schema: 'type/changeEvent' } },
    },
    handle: putStatus,
  };
}

function readRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/{fqn}/pipelineStatus`,
      docs: {
        ...docs('list', 'List the runs in a time range, newest first'),
        query: [
          ...timeRangeDocs,
          {
            name: 'limit',
            description: 'Maximum number of runs to return',
            schema: { type: 'integer', minimum: 1, maximum: 1000, default: 1000 },
          },
          { name: 'runId', description: 'Only this run', schema: { type: 'string' } },
        ],
        answers: {
          200: { description: 'Runs; `paging` repeats `startTs` and `endTs`', schema: { pageOf: schema } },
        },
      },
      handle: listStatuses,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/{fqn}/pipelineStatus/{runId}`,
      docs: {
        ...docs('get', 'Get one run'),
        answers: { 200: { description: 'The run', schema }, 204: { description: 'Nothing was reported for this run' } },
      },
      handle: getStatus,
    },
  ];
}

function deleteRoutes(path: string): DataRoute[] {
  const answers = {
    200: { description: 'The pipeline', schema: 'entity/services/ingestionPipelines/ingestionPipeline' },
  };
  return [
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{fqn}/pipelineStatus`,
      docs: { ...docs('delete', 'Delete all runs'), answers },
      handle: deleteAllRuns,
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{fqn}/pipelineStatus/{runId}`,
      docs: { ...docs('delete_one', 'Delete one run'), answers },
      handle: deleteOneRun,
    },
  ];
}

async function putStatus(request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange(tag, byIdOrName(request), 'EditIngestionPipelineStatus', scope);
  const given = readBody(request, schema, scope);
  const event = await storeStatus(found, given, scope);
  return { ...(await quietReply(event, found.type, found.row, 'pipelineStatuses', scope)), status: 201 };
}

/** Stores the status of a run that the server carries out itself. The row must be locked. */
export async function storeStatus(
  { type, row }: Pick<Target, 'type' | 'row'>,
  given: PipelineStatus,
  scope: Scope,
): Promise<Fields> {
  const at = given.timestamp ?? given.startDate ?? scope.context.now();
  const newValue = { status: [], ...given, timestamp: at };
  const key = given.runId ?? '';
  const run = { entityId: row.id, kind, key };
  const [before] = key === '' ? [] : await listPoints(scope.sql, { ...run, limit: 1 });
  if (before) await deletePoints(scope.sql, run);
  await putPoint(scope.sql, { entity_id: row.id, kind, key, at, doc: JSON.stringify(newValue) });
  const oldValue = before ? { oldValue: parseObject(before.doc) } : {};
  return recordUpdate(type, row, { updated: [{ name: 'pipelineStatus', ...oldValue, newValue }] }, scope);
}

async function listStatuses(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(tag, byIdOrName(request), 'ViewBasic', scope);
  const { runId } = request.query;
  const range = { entityId: row.id, kind, ...readTimeRange(request.query, scope), ...(runId ? { key: runId } : {}) };
  const limit = readLimit(request.query.limit, 1000, 1, 1000);
  const points = await listPoints(scope.sql, { ...range, limit });
  const total = await countPoints(scope.sql, range);
  const { startTs, endTs } = request.query;
  const paging = { total, ...(startTs ? { before: startTs } : {}), ...(endTs ? { after: endTs } : {}) };
  return json(200, { data: points.map((point) => shown(point.doc, scope)), paging });
}

/** compat: 204 for an unknown run, since clients that get 404 do not report the state of the run. */
async function getStatus(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(tag, byIdOrName(request), 'ViewBasic', scope);
  const [point] = await listPoints(scope.sql, { entityId: row.id, kind, key: request.params.runId ?? '', limit: 1 });
  return point ? json<PipelineStatus>(200, shown(point.doc, scope)) : { status: 204 };
}

async function deleteAllRuns(request: Request, scope: Scope): Promise<Reply> {
  const { type, row } = await targetToChange(tag, byIdOrName(request), 'EditIngestionPipelineStatus', scope);
  await deletePoints(scope.sql, { entityId: row.id, kind });
  return replyWith(type, row, 'pipelineStatuses', scope);
}

async function deleteOneRun(request: Request, scope: Scope): Promise<Reply> {
  const { type, row } = await targetToChange(tag, byIdOrName(request), 'EditIngestionPipelineStatus', scope);
  const { runId = '' } = request.params;
  if ((await deletePoints(scope.sql, { entityId: row.id, kind, key: runId })) === 0)
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('pipelineStatus', runId));
  return replyWith(type, row, 'pipelineStatuses', scope);
}
