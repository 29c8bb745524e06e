import type { Task } from 'cairn/contract';
import { useMe, useRights } from '../../data/rights.js';

export interface TaskRights {
  /** Whether it is the person's part to change what the task is about. */
  owns: boolean;
  resolve: boolean;
  close: boolean;
  reassign: boolean;
}

const INCIDENTS = ['TestCaseResolution', 'IncidentResolution'];

/** What the person may do with a task: by policies, and by the part that the person has in it. Nobody decides about an own request. */
export function useTaskRights({ id, type, about, createdBy, assignees = [], reviewers = [] }: Task): TaskRights {
  const me = useMe();
  const policies = useRights('task', id);
  const subject = useRights(about?.type ?? 'task', about?.id);
  const mine = [me.id, ...(me.teams ?? []).map((team) => team.id)];
  const isIncident = INCIDENTS.includes(type);
  const isFiler = createdBy.id === me.id;
  const isApprover = [...assignees, ...reviewers].some((one) => mine.includes(one.id));
  // Others, even administrators, cannot approve what reviewers are there for.
  const isForReviewers = type === 'GlossaryApproval';
  if (me.isAdmin) return { owns: true, resolve: !isForReviewers || isApprover, close: true, reassign: true };
  const isOwner = about !== undefined && (subject('EditAll') || (isIncident && subject('EditTests')));
  return {
    owns: isOwner,
    resolve: (!isFiler || isIncident) && (isApprover || (!isForReviewers && (policies('ResolveTask') || isOwner))),
    close: policies('CloseTask') || isFiler || isApprover || isOwner,
    reassign: policies('ReassignTask') || isOwner,
  };
}
