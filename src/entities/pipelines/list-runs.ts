/** A page of the runs of one pipeline, newest first, by status, task and duration. */
import { catalogError, type PipelineStatus } from '../../../contract/index.js';
import { type ParameterDocs, type Request, readLimit, type Scope } from '../../catalog/index.js';
import { countPoints, listPoints, type PointRange } from '../../storage/index.js';
import { readTimePlace, readTimeRange, type TimePlace, timePage, timeRangeDocs } from '../time-range.js';
import { readRun, runKind, runStatuses, timesOf } from './runs.js';

const MOST_LISTED = 10_000;
/** Maximum number of runs that are compared with the filters of a request. */
const MOST_COMPARED = 10_000;
const longest = 999_999_999_999_999;

const text = (name: string, description: string): ParameterDocs => ({ name, description, schema: { type: 'string' } });
const duration = (name: string, description: string): ParameterDocs => ({
  name,
  description: `${description}, in milliseconds. Leaves out runs whose end is not known`,
  schema: { type: 'integer', minimum: 0, maximum: longest },
});

export const runListDocs: readonly ParameterDocs[] = [
  ...timeRangeDocs,
  text('status', `Only runs with one of these statuses, separated by commas: ${runStatuses.join(', ')}`),
  text('search', 'Only runs that report a task whose name contains this text'),
  duration('minDuration', 'Only runs that took at least this long'),
  duration('maxDuration', 'Only runs that took at most this long'),
  {
    name: 'limit',
    description: 'Maximum number of runs to return',
    schema: { type: 'integer', minimum: 1, maximum: MOST_LISTED, default: MOST_LISTED },
  },
  text('before', 'Cursor of the previous page'),
  text('after', 'Cursor of the next page'),
];

export const runListDescription = `Only the newest ${MOST_COMPARED} runs of the time range are compared with \`status\`, \`search\`, \`minDuration\` and \`maxDuration\`.`;

interface RunPage {
  data: PipelineStatus[];
  paging: { total: number; before?: string; after?: string };
}

export async function readRunPage(pipelineId: string, { query }: Request, scope: Scope): Promise<RunPage> {
  const range = { entityId: pipelineId, kind: runKind, ...readTimeRange(query, scope) };
  const limit = readLimit(query.limit, MOST_LISTED, 1, MOST_LISTED);
  const place = readTimePlace(query);
  const matches = readFilter(query);
  const { runs, total } = matches
    ? runsAt(await matchingRuns(range, matches, scope), place)
    : await storedRuns(range, place, limit, scope);
  const { items, paging } = timePage(runs.slice(0, limit + 1), limit, place, ({ timestamp }) => timestamp);
  return { data: items, paging: { ...paging, total } };
}

/** Runs from a place on, beginning with the nearest, and how many there are in all. */
interface Found {
  runs: PipelineStatus[];
  total: number;
}

async function storedRuns(
  range: PointRange,
  { after, before }: TimePlace,
  limit: number,
  scope: Scope,
): Promise<Found> {
  const { from = 0, to = longest } = range;
  const part = {
    ...range,
    from: before === undefined ? from : Math.max(from, before + 1),
    to: after === undefined ? to : Math.min(to, after - 1),
  };
  const order = before === undefined ? 'newest' : 'oldest';
  const points = await listPoints(scope.sql, { ...part, limit: limit + 1, order });
  return { runs: points.map(readRun), total: await countPoints(scope.sql, range) };
}

async function matchingRuns(range: PointRange, matches: Filter, scope: Scope): Promise<PipelineStatus[]> {
  const points = await listPoints(scope.sql, { ...range, limit: MOST_COMPARED });
  return points.map(readRun).filter(matches);
}

/** `all`: newest first. */
function runsAt(all: readonly PipelineStatus[], { after, before }: TimePlace): Found {
  const runs = all.filter(
    ({ timestamp }) => (after === undefined || timestamp < after) && (before === undefined || timestamp > before),
  );
  return { runs: before === undefined ? runs : runs.reverse(), total: all.length };
}

type Filter = (run: PipelineStatus) => boolean;

/** Null if the request asks for all runs. */
function readFilter({ status = '', search = '', minDuration, maxDuration }: Request['query']): Filter | null {
  if (!status && !search && !minDuration && !maxDuration) return null;
  const statuses = status === '' ? null : status.split(',').map(readStatus);
  const part = search.toLowerCase();
  const least = readLimit(minDuration, 0, 0, longest, 'minDuration');
  const most = readLimit(maxDuration, longest, 0, longest, 'maxDuration');
  const timed = Boolean(minDuration || maxDuration);
  return (run) =>
    (!statuses || statuses.includes(run.executionStatus)) &&
    (part === '' || (run.taskStatus ?? []).some(({ name }) => name.toLowerCase().includes(part))) &&
    (!timed || tookBetween(run, least, most));
}

function tookBetween(run: PipelineStatus, least: number, most: number): boolean {
  const { start, end } = timesOf(run);
  return end !== null && end - start >= least && end - start <= most;
}

function readStatus(given: string): PipelineStatus['executionStatus'] {
  const found = runStatuses.find((status) => status.toLowerCase() === given.trim().toLowerCase());
  if (found) return found;
  const known = runStatuses.join(', ');
  throw catalogError('BAD_REQUEST', `query param status must be one of ${known}, not ${given.slice(0, 100)}`);
}
