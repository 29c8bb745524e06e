/** Logs of runs: appended in chunks during the run, read by page, as a file, or as a stream. */
import { gunzipSync } from 'node:zlib';
import { catalogError, isObject } from '../../../contract/index.js';
import {
  type ActionRoute,
  type DataRoute,
  eventStream,
  json,
  type Reply,
  type Request,
  type Route,
  readJson,
  readLimit,
  type Scope,
} from '../../catalog/index.js';
import { latestPoints, latestPointsByKey, putPoint } from '../../storage/index.js';
import { target, targetToChange } from '../entity-route.js';
import { closedKind, isClosed, logKind, readLog } from './run-log.js';
import { streamLog } from './stream-log.js';

const most = 10_000;
/** Maximum size of a chunk in bytes after decompression. */
const largestPiece = 32 * 1024 * 1024;

const tag = 'ingestionPipeline';
const logSchema = {
  inline: {
    type: 'object',
    properties: { logs: { type: 'string' }, after: { type: 'string' }, total: { type: 'integer' } },
  },
};
const pieceSchema = {
  inline: {
    type: 'object',
    properties: {
      logs: { type: 'string' },
      timestamp: { type: 'integer' },
      connectorId: { type: 'string' },
      compressed: { type: 'boolean' },
      lineCount: { type: 'integer' },
    },
  },
};

const docs = (verb: string, summary: string) => ({
  operationId: `${verb}_ingestionPipeline_log`,
  summary,
  tag,
  errors: [404],
});
const pageDocs = [
  { name: 'after', description: 'Position returned by the previous request', schema: { type: 'string' } },
  {
    name: 'limit',
    description: 'Maximum number of chunks to return',
    schema: { type: 'integer', minimum: 1, maximum: most, default: 1000 },
  },
];

export function logRoutes(path: string): Route[] {
  return [...writeRoutes(path), ...runRoutes(path), ...lastRunRoutes(path), streamRoute(path)];
}

function writeRoutes(path: string): DataRoute[] {
  const done = { 200: { description: 'Stored' } };
  return [
    {
      kind: 'write',
      method: 'POST',
      path: `${path}/logs/{fqn}/{runId}`,
      docs: { ...docs('add', 'Append a chunk to the log of a run'), body: { schema: pieceSchema }, answers: done },
      handle: addPiece,
    },
    {
      kind: 'write',
      method: 'POST',
      path: `${path}/logs/{fqn}/{runId}/close`,
      docs: { ...docs('close', 'Mark the log of a run as complete'), answers: done },
      handle: closeLog,
    },
  ];
}

function runRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/logs/{fqn}/{runId}`,
      docs: {
        ...docs('get', 'Get the log of a run'),
        query: pageDocs,
        answers: { 200: { description: 'Text', schema: logSchema } },
      },
      async handle(request, scope) {
        const { row } = await target(tag, request, 'ViewBasic', scope);
        return logPage(row.id, request.params.runId ?? '', request, scope);
      },
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/logs/{fqn}`,
      docs: {
        ...docs('list', 'List the runs that have a log, newest first'),
        answers: {
          200: {
            description: 'Ids of runs',
            schema: { inline: { type: 'object', properties: { data: { type: 'array', items: { type: 'string' } } } } },
          },
        },
      },
      handle: listLogs,
    },
  ];
}

/** Routes for the latest run, whose id the caller does not need. */
function lastRunRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/logs/{id}/last`,
      docs: {
        ...docs('get_last', 'Get the log of the latest run, by task name'),
        query: pageDocs,
        answers: { 200: { description: 'Log text by task', schema: { inline: { type: 'object' } } } },
      },
      handle: lastLog,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/logs/{id}/last/download`,
      docs: {
        ...docs('download_last', 'Download the log of the latest run'),
        answers: { 200: { description: 'Text', media: 'text/plain' } },
      },
      handle: downloadLog,
    },
  ];
}

function streamRoute(path: string): ActionRoute {
  return {
    kind: 'action',
    method: 'GET',
    path: `${path}/logs/{fqn}/stream/{runId}`,
    docs: {
      ...docs('stream', 'Stream the log of a run as server-sent events'),
      answers: { 200: { description: 'One LogStreamEvent per event', media: 'text/event-stream' } },
    },
    async handle(request, scope) {
      const { row } = await scope.readAs((inner) => target(tag, request, 'ViewBasic', inner));
      return eventStream(streamLog(row.id, request, scope));
    },
  };
}

interface Piece {
  logs: string;
  compressed?: boolean;
}

async function addPiece(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await targetToChange(tag, request, 'EditIngestionPipelineStatus', scope);
  const text = decodeChunk(readPiece(request));
  const key = request.params.runId ?? '';
  if (text === '') return json(200, { runId: key });
  const [latest] = await latestPoints(scope.sql, [row.id], logKind, key);
  const at = Math.max(scope.context.now(), (latest?.at ?? 0) + 1);
  await putPoint(scope.sql, { entity_id: row.id, kind: logKind, key, at, doc: JSON.stringify(text) });
  return json(200, { runId: key });
}

/** Clients announce a log by a piece without text. */
function readPiece(request: Request): Piece {
  const body = readJson(request);
  const { logs = '', compressed } = isObject(body) ? body : { logs: null };
  if (typeof logs !== 'string') throw catalogError('BAD_REQUEST', 'logs must be a string');
  return { logs, compressed: logs !== '' && Boolean(compressed) };
}

/** The text of a chunk; a compressed one is gzip in base64. 400 if it is invalid or too large. */
export function decodeChunk({ logs, compressed }: Piece): string {
  if (!compressed) return logs;
  try {
    return gunzipSync(Buffer.from(logs, 'base64'), { maxOutputLength: largestPiece }).toString('utf8');
  } catch (cause) {
    throw catalogError('BAD_REQUEST', 'logs is not base64-encoded gzip, or it is too large', { cause });
  }
}

async function closeLog(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await targetToChange(tag, request, 'EditIngestionPipelineStatus', scope);
  const key = request.params.runId ?? '';
  await putPoint(scope.sql, {
    entity_id: row.id,
    kind: closedKind,
    key,
    at: 0,
    doc: JSON.stringify(scope.context.now()),
  });
  return json(200, { runId: key });
}

async function logPage(id: string, runId: string, { query }: Request, scope: Scope): Promise<Reply> {
  const limit = readLimit(query.limit, 1000, 1, most);
  const log = await readLog(scope.sql, id, runId, readAfter(query.after), limit);
  const ended = log.more || !(await isClosed(scope.sql, id, runId)) ? { after: String(log.after) } : {};
  return json(200, { logs: log.text, ...(log.text === '' && !log.more ? {} : ended), total: log.total });
}

function readAfter(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  if (!/^\d{1,15}$/.test(text))
    throw catalogError('BAD_REQUEST', 'query param after must be a value returned by the previous request');
  return Number(text);
}

async function listLogs(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(tag, request, 'ViewBasic', scope);
  const points = await latestPointsByKey(scope.sql, row.id, logKind);
  const runs = points.sort((a, b) => b.at - a.at).map((point) => point.key);
  return json(200, { data: runs, paging: { total: runs.length } });
}

const taskOf: Readonly<Record<string, string>> = {
  metadata: 'ingestion_task',
  elasticSearchReindex: 'elasticsearch_reindex_task',
  dataInsight: 'data_insight_task',
  TestSuite: 'test_suite_task',
  autoClassification: 'auto_classification_task',
};

async function lastLog(request: Request, scope: Scope): Promise<Reply> {
  const { row, stored } = await target(tag, request, 'ViewBasic', scope);
  const type = String(stored().pipelineType);
  const [latest] = await latestPoints(scope.sql, [row.id], logKind);
  if (!latest) return json(200, {});
  const limit = readLimit(request.query.limit, 1000, 1, most);
  const log = await readLog(scope.sql, row.id, latest.key, readAfter(request.query.after), limit);
  return json(200, {
    [taskOf[type] ?? `${type}_task`]: log.text,
    total: String(log.total),
    ...(log.more ? { after: String(log.after) } : {}),
  });
}

async function downloadLog(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(tag, request, 'ViewBasic', scope);
  const [latest] = await latestPoints(scope.sql, [row.id], logKind);
  const text = latest ? (await readLog(scope.sql, row.id, latest.key, 0, most)).text : '';
  return {
    status: 200,
    mediaType: 'text/plain; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${row.id}.log"` },
    body: text,
  };
}
