/**
 * Exports that are asked for now and fetched later. A job holds what was asked, not what was found: its file is made while it is
 * fetched, of what is stored then and of what the reader may see. So it has nothing to do and is completed from the start.
 */
import { catalogError } from '../../../contract/index.js';
import { checkId, type Request, type Scope } from '../../catalog/index.js';
import { declareJob, enqueueJob } from '../../jobs/index.js';
import { getJob, getJobData, type JobRow, listJobs, type Sql, setJobState } from '../../storage/index.js';

export interface ExportInput {
  /** Parameters of the search. */
  query: Request['query'];
  /** How many rows it had when it was asked for. */
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

/** There is nothing to run. */
export const exportJob = { ...searchExports, run: async () => {} };

/** Keeps a job for a day. Those of the same person beyond the newest fifty go. */
export async function addExportJob(input: ExportInput, scope: Scope): Promise<ExportJob> {
  const options = { completed: true, total: input.rows, keptOfOne: KEPT_OF_ONE };
  return { ...input, row: await enqueueJob(searchExports, input, scope, options) };
}

/** Jobs of the one who asks, newest first. */
export async function ownExportJobs(scope: Scope): Promise<ExportJob[]> {
  const rows = await listJobs(scope.sql, { kind: searchExports.name, actorId: scope.actor.id }, KEPT_OF_ONE);
  const kept = rows.filter((row) => isKept(row, scope));
  const jobs: ExportJob[] = [];
  for (const row of kept) jobs.push(await readJob(row, scope.sql));
  return jobs;
}

/** 404 for none, 403 for one of somebody else unless an admin asks. */
export async function findExportJob(jobId: string, scope: Scope): Promise<ExportJob> {
  const { sql, actor } = scope;
  const row = await getJob(sql, checkId(jobId));
  if (row?.kind !== searchExports.name || !isKept(row, scope))
    throw catalogError('ENTITY_NOT_FOUND', `job ${jobId} does not exist`);
  if (row.actor_id !== actor.id && !actor.isAdmin)
    throw catalogError('FORBIDDEN', `Principal: CatalogPrincipal{name='${actor.name}'} may only see their own jobs`);
  return readJob(row, sql);
}

/** Its file can be fetched no more. */
export async function cancelExportJob({ row, ...job }: ExportJob, { sql, context }: Scope): Promise<ExportJob> {
  await setJobState(sql, row.id, 'cancelled', context.now());
  return { ...job, row: { ...row, state: 'cancelled' } };
}

/** A job as clients read it. */
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
