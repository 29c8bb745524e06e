/**
 * Exports that are asked for now and fetched later. A job keeps what was asked, not what was found: its file is made while it is
 * fetched, of what is stored then and of what the reader may see. So a job costs nothing until then and shows no stale rights.
 */
import { catalogError } from '../../../contract/index.js';
import { checkId, type Request, type Scope } from '../../catalog/index.js';
import { deleteSetting, getSetting, listSettingsUnder, putSetting } from '../../storage/index.js';

export interface ExportJob {
  jobId: string;
  createdBy: string;
  createdAt: number;
  /** Parameters of the search. */
  query: Request['query'];
  /** How many rows it had when it was asked for. */
  rows: number;
  cancelled: boolean;
}

const PREFIX = 'search.export.';
const KEPT_MS = 86_400_000;
const KEPT_OF_ONE = 50;

/** Keeps a job for a day. Those of the same person beyond the newest fifty go. */
export async function addExportJob(
  { query, rows }: Pick<ExportJob, 'query' | 'rows'>,
  scope: Scope,
): Promise<ExportJob> {
  const now = scope.context.now();
  const createdBy = scope.actor.name;
  const all = await listSettingsUnder(scope.sql, PREFIX);
  const old = all.filter(({ updated_at }) => updated_at <= now - KEPT_MS);
  const own = all.filter(({ doc }) => (JSON.parse(doc) as ExportJob).createdBy === createdBy).slice(KEPT_OF_ONE - 1);
  for (const { name } of new Set([...old, ...own])) await deleteSetting(scope.sql, name);
  const job: ExportJob = { jobId: scope.context.id(), createdBy, createdAt: now, query, rows, cancelled: false };
  await save(job, scope);
  return job;
}

/** Jobs of the one who asks, newest first. */
export async function ownExportJobs(scope: Scope): Promise<ExportJob[]> {
  const rows = await listSettingsUnder(scope.sql, PREFIX);
  return rows.map(({ doc }) => JSON.parse(doc) as ExportJob).filter((job) => isOwn(job, scope) && isKept(job, scope));
}

/** 404 for none, 403 for one of somebody else unless an admin asks. */
export async function findExportJob(jobId: string, scope: Scope): Promise<ExportJob> {
  const row = await getSetting(scope.sql, `${PREFIX}${checkId(jobId)}`);
  const job = row ? (JSON.parse(row.doc) as ExportJob) : null;
  if (!job || !isKept(job, scope)) throw catalogError('ENTITY_NOT_FOUND', `job ${jobId} does not exist`);
  if (!isOwn(job, scope) && !scope.actor.isAdmin)
    throw catalogError(
      'FORBIDDEN',
      `Principal: CatalogPrincipal{name='${scope.actor.name}'} may only see their own jobs`,
    );
  return job;
}

export async function cancelExportJob(job: ExportJob, scope: Scope): Promise<ExportJob> {
  const cancelled = { ...job, cancelled: true };
  await save(cancelled, scope);
  return cancelled;
}

/** A job as clients read it. */
export function showJob({ jobId, createdBy, createdAt, query, rows, cancelled }: ExportJob): object {
  return {
    jobId,
    operation: 'EXPORT',
    entityType: query.index || 'dataAsset',
    createdBy,
    status: cancelled ? 'CANCELLED' : 'COMPLETED',
    progress: rows,
    total: rows,
    cancelRequested: cancelled,
    createdAt,
    updatedAt: createdAt,
    completedAt: createdAt,
  };
}

function isOwn(job: ExportJob, { actor }: Scope): boolean {
  return job.createdBy === actor.name;
}

function isKept(job: ExportJob, { context }: Scope): boolean {
  return job.createdAt > context.now() - KEPT_MS;
}

async function save(job: ExportJob, scope: Scope): Promise<void> {
  const doc = JSON.stringify(job);
  await putSetting(scope.sql, { name: `${PREFIX}${job.jobId}`, updated_at: job.createdAt, doc });
}
