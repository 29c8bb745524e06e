import type { TestCaseResolutionStatus } from 'cairn/client';
import { useMayOn } from '../../data/rights.js';

/** Whether the person may change an incident: `allowed` where that is known, else what the rights of its test say. */
export function useMayHandle({ testCaseReference }: TestCaseResolutionStatus, allowed: boolean | undefined): boolean {
  const may = useMayOn('testCase', allowed === undefined ? testCaseReference?.id : undefined, 'EditTests');
  return allowed ?? may;
}
