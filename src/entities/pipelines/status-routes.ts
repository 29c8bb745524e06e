/** Status of pipeline runs. A status with the same timestamp replaces the previous one. */
import {
  catalogError,
  errorMessages,
  type Pipeline,
  type PipelineStatus,
  parseObject,
  type Stored,
} from '../../../contract/index.js';
import {
  type DataRoute,
  type FieldChange,
  json,
  type Reply,
  type Request,
  readBody,
  readJson,
  recordUpdate,
  replyWith,
  type Scope,
  visibleIds,
} from '../../catalog/index.js';
import { deletePoints, listPoints, putPoints } from '../../storage/index.js';
import { byIdOrName, type Target, target, targetToChange } from '../entity-route.js';
import { checkMilliseconds, readTimestamp } from '../time-range.js';
import { readRunPage, runListDescription, runListDocs } from './list-runs.js';
import { runKind } from './runs.js';

const tag = 'pipeline';
const schema = 'entity/data/pipeline#pipelineStatus';
const pipelineSchema = 'entity/data/pipeline';
/** Policy operation required to report runs. */
const report = 'EditStatus';
const MOST = 1000;

export function statusRoutes(path: string): DataRoute[] {
  const docs = (operationId: string, summary: string) => ({
    operationId: `${operationId}_pipeline_status`,
    summary,
    tag,
    params: { fqn: 'Fully qualified name or id of the pipeline.' },
    answers: { 200: { description: 'The pipeline with its latest run', schema: pipelineSchema } },
    errors: [404],
  });
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/{fqn}/status`,
      docs: {
        ...docs('list', 'List the runs in a time range, newest first'),
        description: runListDescription,
        query: runListDocs,
        answers: { 200: { description: 'Runs', schema: { pageOf: schema } } },
      },
      handle: listRuns,
    },
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/{fqn}/status`,
      docs: { ...docs('put', 'Report the status of a run'), body: { schema } },
      handle: async (request, scope) => {
        const found = await toReport(request, scope);
        return storeRuns(found, [readBody(request, schema, scope)], scope);
      },
    },
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/{fqn}/status/bulk`,
      docs: {
        ...docs('put_many', 'Report the status of many runs'),
        description: `Stores up to ${MOST} runs, all or none.`,
        body: { schema: { arrayOf: schema } },
      },
      handle: async (request, scope) => {
        const found = await toReport(request, scope);
        return storeRuns(found, readRuns(request, scope), scope);
      },
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{fqn}/status/{timestamp}`,
      docs: {
        ...docs('delete', 'Delete the status of a run'),
        params: { fqn: 'Fully qualified name or id of the pipeline.', timestamp: 'Milliseconds since 1970.' },
      },
      handle: deleteRun,
    },
  ];
}

type Found = Target<Stored<Pipeline>>;

function toReport(request: Request, scope: Scope): Promise<Found> {
  return targetToChange(tag, byIdOrName(request), report, scope);
}

function readRuns(request: Request, scope: Scope): PipelineStatus[] {
  const body = readJson(request);
  if (!Array.isArray(body)) throw catalogError('BAD_REQUEST', 'The body must be a list of statuses');
  if (body.length > MOST) throw catalogError('BAD_REQUEST', `The body must not have more than ${MOST} statuses`);
  const check = scope.catalog.contract.validator(schema);
  return body.map((item, i) => {
    const result = check(item);
    if (!result.ok) throw catalogError('BAD_REQUEST', `status ${i}: ${result.errors[0]?.message ?? 'is not valid'}`);
    return result.value;
  });
}

/** Stores the runs and records them in one event, in the order of their times. */
async function storeRuns(found: Found, given: readonly PipelineStatus[], scope: Scope): Promise<Reply> {
  const { type, row } = found;
  checkRuns(given, found.stored());
  const runs = new Map(given.map((run) => [run.timestamp, run]));
  const times = [...runs.keys()].sort((a, b) => a - b);
  const series = { entityId: row.id, kind: runKind };
  const [first, last] = [times[0], times.at(-1)];
  if (first !== undefined && last !== undefined) {
    const stored = await listPoints(scope.sql, { ...series, from: first, to: last });
    const before = new Map(stored.map((point) => [point.at, parseObject(point.doc)]));
    await putPoints(
      scope.sql,
      times.map((at) => ({ entity_id: row.id, kind: runKind, key: '', at, doc: JSON.stringify(runs.get(at)) })),
    );
    const updated = times.map((at): FieldChange => {
      const oldValue = before.get(at);
      return { name: 'pipelineStatus', ...(oldValue ? { oldValue } : {}), newValue: runs.get(at) };
    });
    await recordUpdate(type, row, { updated }, scope);
  }
  return replyWith(type, row, 'pipelineStatus', scope);
}

/** Refuses with 400 times that are not in milliseconds and tasks that the pipeline does not have. */
function checkRuns(runs: readonly PipelineStatus[], { tasks }: Stored<Pipeline>): void {
  const names = new Set((tasks ?? []).map(({ name }) => name));
  for (const { timestamp, taskStatus } of runs) {
    checkMilliseconds(timestamp);
    const unknown = taskStatus?.find(({ name }) => !names.has(name));
    if (unknown) throw catalogError('BAD_REQUEST', `taskStatus: Invalid task name ${unknown.name.slice(0, 300)}`);
  }
}

async function listRuns(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(tag, byIdOrName(request), 'ViewBasic', scope);
  const { data, paging } = await readRunPage(row.id, request, scope);
  return json(200, { data: await withoutUnseen(data, scope), paging });
}

/** The runs without who executed them where the reader may not see this. */
async function withoutUnseen(runs: PipelineStatus[], scope: Scope): Promise<PipelineStatus[]> {
  const visible = await visibleIds(
    runs.flatMap(({ executedBy }) => executedBy ?? []),
    scope,
  );
  return runs.map(({ executedBy, ...run }) =>
    executedBy && visible.has(executedBy.id) ? { ...run, executedBy } : run,
  );
}

async function deleteRun(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, report, tag);
  const at = readTimestamp(request.params);
  const { type, row } = await toReport(request, scope);
  const run = { entityId: row.id, kind: runKind, from: at, to: at };
  const [stored] = await listPoints(scope.sql, { ...run, limit: 1 });
  if (!stored) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('pipelineStatus', String(at)));
  await deletePoints(scope.sql, run);
  const deleted = [{ name: 'pipelineStatus', oldValue: parseObject(stored.doc) }];
  await recordUpdate(type, row, { deleted }, scope);
  return replyWith(type, row, 'pipelineStatus', scope);
}
