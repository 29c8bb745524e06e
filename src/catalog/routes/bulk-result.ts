import type { BulkOperationResult } from '../../../contract/index.js';
import { json, type Reply } from './route.js';

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

/** The result as a response, which reports to the audit log how many items were refused for lack of permission. */
export function bulkReply(status: number, result: BulkOperationResult, failed: readonly BulkItem[]): Reply {
  const refusedItems = failed.filter((item) => item.status === 403).length;
  return refusedItems > 0 ? { ...json(status, result), refusedItems } : json(status, result);
}
