/** Runs of pipelines that this server carries out itself, as clients see them in the status of the pipeline. */
import { CatalogError, type IngestionPipelinePipelineStatus as PipelineStatus } from '../../../contract/index.js';
import { findForWrite, type Scope } from '../../catalog/index.js';
import { ingestionPipeline, storePipelineStatus } from '../../entities/index.js';

export interface PipelineRun {
  pipelineId: string;
  runId: string;
  /** When it was requested. */
  startDate: number;
}

/** The run that a job carries out. */
export function runOf(pipelineId: string, job: { id: string; createdAt: number }): PipelineRun {
  return { pipelineId, runId: job.id, startDate: job.createdAt };
}

export type RunReport = Pick<PipelineStatus, 'pipelineState' | 'status'>;

const END: readonly PipelineStatus['pipelineState'][] = ['success', 'failed', 'partialSuccess', 'stopped'];

/** Stores the state of a run with its pipeline, unless that was deleted meanwhile. */
export async function reportRun(run: PipelineRun, report: RunReport, scope: Scope): Promise<void> {
  const { pipelineId, runId, startDate } = run;
  const type = scope.catalog.registry.get(ingestionPipeline.name);
  try {
    const row = await findForWrite(type, { id: pipelineId }, 'non-deleted', scope);
    const now = scope.context.now();
    const end = END.includes(report.pipelineState) ? { endDate: now } : {};
    await storePipelineStatus({ type, row }, { runId, startDate, timestamp: startDate, ...end, ...report }, scope);
  } catch (error) {
    if (!(error instanceof CatalogError && [404, 409].includes(error.status))) throw error;
  }
}
