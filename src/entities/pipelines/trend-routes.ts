/** How runs of pipelines went, day by day. */
import {
  catalogError,
  type PipelineExecutionTrendList,
  type PipelineRuntimeTrendList,
} from '../../../contract/index.js';
import { type ActionRoute, json, type Reply, type Request } from '../../catalog/index.js';
import { inPieces, type PieceScope } from '../shown-pages.js';
import { readTimeRange } from '../time-range.js';
import { eachRun, MOST_RUNS, pipelineDocs, pipelineIds } from './read-pipelines.js';
import { executionTrend, runtimeTrend } from './run-trends.js';

const dayLength = 24 * 60 * 60 * 1000;
const USUAL_DAYS = 30;
const MOST_DAYS = 366;

export function trendRoutes(path: string): ActionRoute[] {
  return [
    {
      ...route(`${path}/executionTrend`, 'getPipelineExecutionTrend', 'Count the runs of pipelines by day and status'),
      handle: inPieces('pipeline', readExecutionTrend),
    },
    {
      ...route(
        `${path}/runtimeTrend`,
        'getPipelineRuntimeTrend',
        'Get the runtimes of pipelines by day, in milliseconds',
        'type/pipelineRuntimeTrendList',
      ),
      handle: inPieces('pipeline', readRuntimeTrend),
    },
  ];
}

function route(
  path: string,
  operationId: string,
  summary: string,
  schema = 'type/pipelineExecutionTrendList',
): Omit<ActionRoute, 'handle'> {
  const time = (name: string, fallback: string) => ({
    name,
    description: `Milliseconds since 1970; default: ${fallback}`,
    schema: { type: 'integer', minimum: 0 },
  });
  return {
    kind: 'action',
    long: true,
    method: 'GET',
    path,
    docs: {
      operationId,
      summary,
      description: `Returns one entry per day (UTC), of at most ${MOST_DAYS} days, for the pipelines that the caller may see. Only the newest ${MOST_RUNS} runs are read; \`errorMessage\` says if there are more.`,
      tag: 'pipeline',
      query: [time('startTs', `${USUAL_DAYS} days before the end`), time('endTs', 'now'), ...pipelineDocs],
      answers: { 200: { description: 'The days, oldest first', schema } },
    },
  };
}

async function readExecutionTrend(request: Request, scope: PieceScope): Promise<Reply> {
  const { from, to } = readRange(request, scope);
  const trend = executionTrend(from, to);
  const complete = await eachRun(await pipelineIds(request, scope), { from, to }, trend.add, scope);
  const days = trend.days();
  const sum = (field: 'successCount' | 'failedCount' | 'totalCount') =>
    days.reduce((total, day) => total + (day[field] ?? 0), 0);
  return json<PipelineExecutionTrendList>(200, {
    ...pageOf(days, complete),
    totalSuccessful: sum('successCount'),
    totalFailed: sum('failedCount'),
    totalExecutions: sum('totalCount'),
    dataAvailable: days.some(({ totalCount }) => totalCount > 0),
  });
}

async function readRuntimeTrend(request: Request, scope: PieceScope): Promise<Reply> {
  const { from, to } = readRange(request, scope);
  const trend = runtimeTrend(from, to);
  const complete = await eachRun(await pipelineIds(request, scope), { from, to }, trend.add, scope);
  const days = trend.days();
  return json<PipelineRuntimeTrendList>(200, {
    ...pageOf(days, complete),
    dataAvailable: days.some(({ totalPipelines }) => totalPipelines > 0),
  });
}

function pageOf<T extends { date: string }>(data: T[], complete: boolean) {
  const [first, last] = [data[0], data.at(-1)];
  return {
    data,
    paging: { total: data.length },
    ...(first && last ? { startDate: first.date, endDate: last.date } : {}),
    ...(complete ? {} : { errorMessage: `Only the newest ${MOST_RUNS} runs were read` }),
  };
}

function readRange({ query }: Request, scope: PieceScope): { from: number; to: number } {
  const given = readTimeRange({ ...query, endTs: query.endTs || String(scope.context.now()) }, scope);
  const from = query.startTs ? given.from : Math.max(0, given.to - USUAL_DAYS * dayLength);
  if (from > given.to) throw catalogError('BAD_REQUEST', 'query param startTs must not be after endTs');
  if (given.to - from > MOST_DAYS * dayLength)
    throw catalogError('BAD_REQUEST', `query params startTs and endTs must not be more than ${MOST_DAYS} days apart`);
  return { from, to: given.to };
}
