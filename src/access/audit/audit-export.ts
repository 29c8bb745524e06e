/**
 * Exports of the audit log. As for search exports, a job stores the request; the file is generated during the download.
 * The log only grows at its end, so the file contains the entries that existed when the export was requested.
 */
import { checkId, csvLine, type Scope } from '../../catalog/index.js';
import { declareJob, enqueueJob, findJob } from '../../jobs/index.js';
import { getJobData, type JobRow } from '../../storage/index.js';
import { type AuditPlace, type AuditQuery, type AuditSlice, auditSlice } from './audit-entries.js';

const auditExports = declareJob<AuditQuery>({
  name: 'audit.export',
  cancellable: false,
  keptMs: 86_400_000,
  input: {
    type: 'object',
    properties: { from: { type: 'integer' }, to: { type: 'integer' } },
    required: ['from', 'to'],
  },
});

/** The job is complete from the start, so there is nothing to run. */
export const auditExportJob = { ...auditExports, run: async () => {} };

export function addAuditExport(query: AuditQuery, total: number, scope: Scope): Promise<JobRow> {
  return enqueueJob(auditExports, query, scope, { completed: true, total, keptOfOne: 50 });
}

export async function findAuditExport(jobId: string, scope: Scope): Promise<{ row: JobRow; query: AuditQuery }> {
  const row = await findJob(checkId(jobId), scope, ({ kind }) => kind === auditExports.name);
  return { row, query: auditExports.read(JSON.parse((await getJobData(scope.sql, row.id, 'input')) ?? 'null')) };
}

export function showAuditExport({ row }: { row: JobRow }): object {
  return {
    jobId: row.id,
    operation: 'EXPORT',
    entityType: 'auditLog',
    createdBy: row.actor_name,
    status: 'COMPLETED',
    progress: row.total ?? 0,
    total: row.total ?? 0,
    cancelRequested: false,
    createdAt: row.created_at,
    updatedAt: row.created_at,
    completedAt: row.created_at,
  };
}

const COLUMNS = 'eventTs eventType userName actorType entityType entityId entityFQN eventJson'.split(' ');

/** Each slice is read in its own snapshot. */
export async function* auditCsv(query: AuditQuery, scope: Scope): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  let place: AuditPlace | null = null;
  do {
    const from: AuditPlace | null = place;
    const { entries, next }: AuditSlice = await scope.reopen((sql) => auditSlice(query, from, { ...scope, sql }));
    yield entries.map(({ shown }) => csvLine(COLUMNS.map((column) => String(shown[column] ?? '')))).join('');
    place = next;
  } while (place !== null);
}
