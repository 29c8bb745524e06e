import type { IngestionPipelinePipelineStatus as PipelineStatus } from '../../../contract/index.js';

const unfinished = new Set(['queued', 'running']);

/**
 * Sets `metadata.stale` of an unfinished run without a report for `after` milliseconds: its worker probably stopped
 * without reporting. The state stays as reported. Pure.
 */
export function markStale(status: PipelineStatus, now: number, after: number): PipelineStatus {
  const reportedAt = status.timestamp ?? status.startDate ?? now;
  if (!unfinished.has(status.pipelineState ?? '') || now - reportedAt <= after) return status;
  return { ...status, metadata: { ...status.metadata, stale: true } };
}
