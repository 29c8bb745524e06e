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

/**
 * The results of items as a response; those with a message failed. Reports to the audit log how many were refused for lack of
 * permission.
 */
export function bulkReply(status: number, items: readonly BulkItem[], dryRun = false): Reply {
  const passed = items.filter(({ message }) => message === undefined);
  const failed = items.filter(({ message }) => message !== undefined);
  const result = bulkResult(dryRun, passed, failed);
  const refusedItems = failed.filter((item) => item.status === 403).length;
  return refusedItems > 0 ? { ...json(status, result), refusedItems } : json(status, result);
}
