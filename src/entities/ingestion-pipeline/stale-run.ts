import type { IngestionPipelinePipelineStatus as PipelineStatus } from '../../../contract/index.js';

const unfinished = new Set(['queued', 'running']);

/**
 * A run that is not finished and of which nothing was heard for `after` milliseconds: the worker stopped without saying so.
 * The mark is in `metadata.stale`; the state stays as reported. Pure.
 */
export function markStale(status: PipelineStatus, now: number, after: number): PipelineStatus {
  const heard = status.timestamp ?? status.startDate ?? now;
  if (!unfinished.has(status.pipelineState ?? '') || now - heard <= after) return status;
  return { ...status, metadata: { ...status.metadata, stale: true } };
}
