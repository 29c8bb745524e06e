import type { BulkOperationResult } from '../../../contract/index.js';

export interface BulkItem {
  request: unknown;
  status: number;
  message?: string;
}

/**
 * `type/bulkOperationResult` of the interface: the result of an operation on a list; `success` only if no item failed.
 * Pure.
 */
export function bulkResult(
  dryRun: boolean,
  passed: readonly BulkItem[],
  failed: readonly BulkItem[],
): BulkOperationResult {
  return {
    dryRun,
    status: failed.length === 0 ? 'success' : passed.length === 0 ? 'failure' : 'partialSuccess',
    numberOfRowsProcessed: passed.length + failed.length,
    numberOfRowsPassed: passed.length,
    numberOfRowsFailed: failed.length,
    successRequest: [...passed],
    failedRequest: [...failed],
  };
}
