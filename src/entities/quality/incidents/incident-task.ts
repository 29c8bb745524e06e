/**
 * The task of an incident, which shows it in lists of tasks. It has the id of the incident and follows every state in
 * the same transaction, so both always agree. The list of states is authoritative; `step-incident.ts` turns steps of the task into states.
 */
import {
  type CreateTask,
  type EntityReference,
  isObject,
  parseObject,
  type ResolutionType,
  type TestCaseResolutionStatus,
} from '../../../../contract/index.js';
import { changeEntity, type Fields, type Scope, systemActor } from '../../../catalog/index.js';
import { type EntityRow, getEntityByFqn, getEntityById } from '../../../storage/index.js';
import { asServer } from '../../as-server.js';
import { openOwn, ownersOf, reviewersOf } from '../../tasks/open-task.js';
import { INCIDENT_TASK, type IncidentStage, statusOf, transitionsOfIncident } from '../../tasks/transitions.js';

type State = Omit<TestCaseResolutionStatus, 'testCaseReference'>;

/** The values of a step that only the task stores. */
export interface OfTask {
  /** All who are assigned; an incident names the first. */
  assignees?: readonly Pick<EntityReference, 'id' | 'type'>[];
  /** How the task ends; `Completed` by default. */
  ends?: ResolutionType;
  /** What the form of the step says. */
  payload?: Fields;
  /** Why the test failed; of a new incident. */
  failureReason?: string | undefined;
  /** What somebody who opens an incident says about its task, and whom they name as reviewers. */
  asked?: CreateTask;
  reviewers?: readonly Pick<EntityReference, 'id' | 'type'>[];
}

/** Opens the task of an incident, or takes it to this state. The row is that of the test case, locked. */
export async function followWithTask(row: EntityRow, state: State, of: OfTask, scope: Scope): Promise<void> {
  const task = await getEntityById(scope.sql, String(state.stateId));
  const stored = task ?? (await openTask(row, state, of, scope));
  if (stored?.deleted !== 0 || (!task && state.testCaseResolutionStatusType === 'New')) return;
  const type = scope.catalog.registry.get('task');
  await changeEntity(type, stored, (value: Fields) => inState(value, state, of, scope), asServer(scope));
}

/** Shows the severity of an incident in its task. */
export async function followSeverity({ stateId, severity }: State, scope: Scope): Promise<void> {
  const task = await getEntityById(scope.sql, String(stateId));
  if (task?.deleted !== 0) return;
  const type = scope.catalog.registry.get('task');
  await changeEntity(
    type,
    task,
    (value: Fields) => ({ ...value, payload: withSeverity(value, severity) }),
    asServer(scope),
  );
}

async function openTask(row: EntityRow, state: State, of: OfTask, scope: Scope): Promise<EntityRow | undefined> {
  const filer = await filerIn(scope);
  if (!filer) return undefined;
  const { displayName = row.name } = parseObject<{ displayName?: string }>(row.doc);
  const { row: task } = await openOwn(
    {
      name: `Incident: ${row.name}`.slice(0, MOST_NAME),
      displayName: `Incident of test ${displayName}`,
      ...of.asked,
      category: 'Incident',
      type: INCIDENT_TASK,
      workflowStageId: 'new',
      workflowStageDisplayName: STAGES.New.label,
      payload: {
        ...of.asked?.payload,
        testCaseResolutionStatusId: String(state.stateId),
        ...(state.severity ? { severity: state.severity } : {}),
        ...(of.failureReason ? { failureReason: of.failureReason.slice(0, MOST_REASON) } : {}),
      },
    },
    {
      about: row,
      assignees: await ownersOf(row, scope),
      reviewers: of.reviewers?.length ? of.reviewers : await reviewersOf(row, scope),
    },
    // Whoever opens the incident cannot name what is hidden from them.
    of.asked ? { ...filer, actor: { ...filer.actor, asker: scope.actor } } : filer,
  );
  return task;
}

/** Incidents of tests that the server runs itself are filed by the ingestion bot, because the system is not a user. */
async function filerIn(scope: Scope): Promise<Scope | undefined> {
  if (scope.actor.id !== systemActor.id) return scope;
  const bot = await getEntityByFqn(scope.sql, 'user', RUNNER);
  return bot && { ...scope, actor: { ...scope.actor, id: bot.id, name: bot.name } };
}

const RUNNER = 'ingestion-bot';
const MOST_NAME = 256;
const MOST_REASON = 1000;

const STAGES: Readonly<
  Record<State['testCaseResolutionStatusType'], { id: IncidentStage; label: string; status: 'Open' | 'InProgress' }>
> = {
  New: { id: 'new', label: 'New', status: 'Open' },
  Ack: { id: 'ack', label: 'Acknowledged', status: 'InProgress' },
  Assigned: { id: 'assigned', label: 'Assigned', status: 'InProgress' },
  Resolved: { id: 'resolved', label: 'Resolved', status: 'InProgress' },
};

function inState({ resolution: _, ...value }: Fields, state: State, of: OfTask, { actor }: Scope): Fields {
  const { id, label, status } = STAGES[state.testCaseResolutionStatusType];
  const next: Fields = {
    ...value,
    status,
    workflowStageId: id,
    workflowStageDisplayName: label,
    availableTransitions: transitionsOfIncident(id),
    payload: withSeverity(value, state.severity),
  };
  const details = state.testCaseResolutionStatusDetails;
  if (details && 'assignee' in details) next.assignees = of.assignees ?? [short(details.assignee)];
  if (state.testCaseResolutionStatusType !== 'Resolved') return next;
  const { ends = 'Completed' } = of;
  const resolved = details && !('assignee' in details) ? details : undefined;
  const comment = resolved?.testCaseFailureComment;
  return {
    ...next,
    status: statusOf(ends),
    resolution: {
      type: ends,
      resolvedBy: { id: actor.id, type: 'user', name: actor.name, fullyQualifiedName: actor.name },
      resolvedAt: state.updatedAt,
      ...(comment ? { comment } : {}),
      payload: { ...of.payload, ...(resolved ? { testCaseFailureReason: resolved.testCaseFailureReason } : {}) },
    },
  };
}

const short = ({ id, type }: EntityReference) => ({ id, type });

function withSeverity({ payload }: Fields, severity: State['severity']): Fields {
  const { severity: _, ...rest }: Fields = isObject(payload) ? payload : {};
  return { ...rest, ...(severity ? { severity } : {}) };
}
