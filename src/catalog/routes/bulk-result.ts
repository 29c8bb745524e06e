import type { BulkOperationResult } from '../../../contract/index.js';
// BulkOperationResult of the interface (`type/bulkOperationResult`). Pure.

export interface BulkItem {
  request: unknown;
  status: number;
  message?: string;
}

/** The result of an operation on a list; `success` only when nothing failed. */
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
