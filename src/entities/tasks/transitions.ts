/** The states and transitions of tasks, as data for each type of task. */
import type { ResolutionType, TaskAvailableTransition, TaskStatus, TaskType } from '../../../contract/index.js';

/** States in which a task waits for somebody. */
export const OPEN_STATES: readonly TaskStatus[] = ['Open', 'InProgress', 'Pending'];
/** compat: `Approved` counts as closed, even for requests that can still be granted. */
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
  IncidentResolution: incident,
  PipelineReview: work,
  DataQualityReview: work,
  CustomTask: work,
};

/** The states of the incident of a test, which are the stages of its task. */
export type IncidentStage = 'new' | 'ack' | 'assigned' | 'resolved';

const stage = (
  id: string,
  label: string,
  targetStageId: IncidentStage,
  more: Partial<TaskAvailableTransition> = {},
): TaskAvailableTransition => transition(id, label, 'InProgress', { targetStageId, ...more });

const acknowledgeFailure = stage('ack', 'Acknowledge', 'ack');
const assign = stage('assign', 'Assign', 'assigned');
const reassign = stage('reassign', 'Reassign', 'assigned');
const resolveFailure = stage('resolve', 'Resolve', 'resolved', {
  targetTaskStatus: 'Completed',
  resolutionType: 'Completed',
  formRef: 'resolve',
  requiresComment: true,
});

/** Two stages of an incident have one status, so what follows depends on the stage. */
const FAILURE_WAYS: Readonly<Record<IncidentStage, readonly TaskAvailableTransition[]>> = {
  new: [acknowledgeFailure, assign, resolveFailure],
  ack: [assign, resolveFailure],
  assigned: [reassign, resolveFailure],
  resolved: [],
};

/** The transitions of the task of an incident from a stage. */
export function transitionsOfIncident(from: IncidentStage): TaskAvailableTransition[] {
  return [...FAILURE_WAYS[from]];
}

/** The type of the tasks that are incidents of tests. */
export const INCIDENT_TASK = 'TestCaseResolution' satisfies TaskType;

/** The types of tasks that decide about the `entityStatus` of their entity. */
export const APPROVALS: readonly TaskType[] = ['GlossaryApproval', 'RequestApproval'];

/** The transitions of a task of this type from a state. */
export function transitionsFrom(type: TaskType, status: TaskStatus, stageId?: string): TaskAvailableTransition[] {
  if (type !== INCIDENT_TASK) return [...((WAYS[type] ?? decision)[status] ?? [])];
  if (!OPEN_STATES.includes(status)) return [];
  const at = isStage(stageId) ? stageId : status === 'Open' ? 'new' : 'ack';
  return transitionsOfIncident(at);
}

function isStage(text: string | undefined): text is IncidentStage {
  return text !== undefined && Object.hasOwn(FAILURE_WAYS, text);
}
