/** The states of tasks, and the ways from one to the next. What kinds of tasks do differently is data here. */
import type { ResolutionType, TaskAvailableTransition, TaskStatus, TaskType } from '../../../contract/index.js';

/** States in which a task waits for somebody. */
export const OPEN_STATES: readonly TaskStatus[] = ['Open', 'InProgress', 'Pending'];
/** compat: `Approved` counts as closed, also of requests that can still be granted. */
export const CLOSED_STATES: readonly TaskStatus[] = [
  ...(['Approved', 'Rejected', 'Completed', 'Cancelled', 'Failed', 'Revoked', 'Expired'] as const),
];
export const ACTIVE_STATES: readonly TaskStatus[] = [...OPEN_STATES, 'Approved', 'Granted'];

const STATUS_OF: Readonly<Record<ResolutionType, TaskStatus>> = {
  Approved: 'Approved',
  AutoApproved: 'Approved',
  Rejected: 'Rejected',
  AutoRejected: 'Rejected',
  Completed: 'Completed',
  Cancelled: 'Cancelled',
  Revoked: 'Revoked',
  TimedOut: 'Failed',
  Expired: 'Expired',
};

export const statusOf = (resolution: ResolutionType): TaskStatus => STATUS_OF[resolution];

function transition(
  id: string,
  label: string,
  targetTaskStatus: TaskStatus,
  more: Partial<TaskAvailableTransition> = {},
): TaskAvailableTransition {
  return { id, label, targetStageId: targetTaskStatus.toLowerCase(), targetTaskStatus, ...more };
}

const approve = transition('approve', 'Approve', 'Approved', { resolutionType: 'Approved' });
const reject = transition('reject', 'Reject', 'Rejected', { resolutionType: 'Rejected' });
const complete = transition('complete', 'Complete', 'Completed', { resolutionType: 'Completed' });
const start = transition('start', 'Start', 'InProgress');
const revoke = transition('revoke', 'Revoke', 'Revoked', { resolutionType: 'Revoked', requiresComment: true });
const grant = transition('markAsGranted', 'Mark as granted', 'Granted');
const acknowledge = transition('ack', 'Acknowledge', 'InProgress');
const resolve = transition('resolve', 'Resolve', 'Completed', { resolutionType: 'Completed' });

type Ways = Partial<Record<TaskStatus, readonly TaskAvailableTransition[]>>;

const decision: Ways = { Open: [approve, reject], InProgress: [approve, reject], Pending: [approve, reject] };
const incident: Ways = { Open: [acknowledge, resolve], InProgress: [resolve], Pending: [resolve] };
const work: Ways = { Open: [start, complete, reject], InProgress: [complete, reject], Pending: [complete, reject] };
const access: Ways = {
  Open: [approve, { ...reject, requiresComment: true }],
  InProgress: [approve, { ...reject, requiresComment: true }],
  Pending: [approve, { ...reject, requiresComment: true }],
  Approved: [grant, revoke],
  Granted: [revoke],
};

const WAYS: Partial<Record<TaskType, Ways>> = {
  DataAccessRequest: access,
  TestCaseResolution: incident,
  IncidentResolution: incident,
  PipelineReview: work,
  DataQualityReview: work,
  CustomTask: work,
};

/** Where a task of this type can go from a state. */
export function transitionsFrom(type: TaskType, status: TaskStatus): TaskAvailableTransition[] {
  return [...((WAYS[type] ?? decision)[status] ?? [])];
}
