/**
 * Exports that are requested now and downloaded later. A job stores the request, not the result: its file is generated
 * during the download from the data stored then, limited to what the caller may see. So there is nothing to run, and a
 * job is completed from the start.
 */
import { checkId, type Request, type Scope } from '../../catalog/index.js';
import { declareJob, enqueueJob, findJob } from '../../jobs/index.js';
import { getJobData, type JobRow, listJobs, type Sql, setJobState } from '../../storage/index.js';

export interface ExportInput {
  /** Parameters of the search. */
  query: Request['query'];
  /** The number of rows at the time of the request. */
  rows: number;
}

export interface ExportJob extends ExportInput {
  row: JobRow;
}

const KEPT_MS = 86_400_000;
const KEPT_OF_ONE = 50;

const searchExports = declareJob<ExportInput>({
  name: 'search.export',
  cancellable: false,
  keptMs: KEPT_MS,
  input: {
    type: 'object',
    properties: {
      query: { type: 'object', additionalProperties: { type: 'string' } },
      rows: { type: 'integer', minimum: 0 },
    },
    required: ['query', 'rows'],
  },
});

/** Has nothing to run. */
export const exportJob = { ...searchExports, run: async () => {} };

/** Stores a job for a day. Of each user's jobs, only the newest fifty are retained. */
export async function addExportJob(input: ExportInput, scope: Scope): Promise<ExportJob> {
  const options = { completed: true, total: input.rows, keptOfOne: KEPT_OF_ONE };
  return { ...input, row: await enqueueJob(searchExports, input, scope, options) };
}

/** The caller's jobs, newest first. */
export async function ownExportJobs(scope: Scope): Promise<ExportJob[]> {
  const rows = await listJobs(scope.sql, { kind: searchExports.name, actorId: scope.actor.id }, KEPT_OF_ONE);
  const kept = rows.filter((row) => isKept(row, scope));
  const jobs: ExportJob[] = [];
  for (const row of kept) jobs.push(await readJob(row, scope.sql));
  return jobs;
}

/** 404 when there is none, 403 for another user's job unless the caller is an admin. */
export async function findExportJob(jobId: string, scope: Scope): Promise<ExportJob> {
  const isOne = (row: JobRow) => row.kind === searchExports.name && isKept(row, scope);
  return readJob(await findJob(checkId(jobId), scope, isOne), scope.sql);
}

/** Its file can no longer be downloaded. */
export async function cancelExportJob({ row, ...job }: ExportJob, { sql, context }: Scope): Promise<ExportJob> {
  await setJobState(sql, row.id, 'cancelled', context.now());
  return { ...job, row: { ...row, state: 'cancelled' } };
}

/** A job in the response format. */
export function showJob({ row, query, rows }: ExportJob): object {
  const cancelled = row.state === 'cancelled';
  return {
    jobId: row.id,
    operation: 'EXPORT',
    entityType: query.index || 'dataAsset',
    createdBy: row.actor_name,
    status: cancelled ? 'CANCELLED' : 'COMPLETED',
    progress: rows,
    total: rows,
    cancelRequested: cancelled,
    createdAt: row.created_at,
    updatedAt: row.created_at,
    completedAt: row.created_at,
  };
}

async function readJob(row: JobRow, sql: Sql): Promise<ExportJob> {
  const { query, rows } = searchExports.read(JSON.parse((await getJobData(sql, row.id, 'input')) ?? 'null'));
  return { row, query, rows };
}

function isKept(row: JobRow, { context }: Scope): boolean {
  return row.created_at > context.now() - KEPT_MS;
}
