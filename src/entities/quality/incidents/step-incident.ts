/** Steps of incidents that are taken through their tasks: each appends a state, which the task then follows. */
import {
  type CreateTask,
  catalogError,
  type EntityReference,
  isObject,
  parseList,
  parseReference,
  type ResolutionType,
  type Task,
  type TaskAvailableTransition,
  type TestCaseResolutionStatus,
} from '../../../../contract/index.js';
import { type Fields, rowToChange, type Scope } from '../../../catalog/index.js';
import { present } from '../../../context/index.js';
import { type EntityRow, getEntityById, latestIncidents, RELATION, relationsFrom } from '../../../storage/index.js';
import { linkedRowToKeep, parseEntityLink } from '../../conversations/entity-link.js';
import { peopleNamed } from '../../tasks/open-task.js';
import { storedTask } from '../../tasks/stored-task.js';
import { INCIDENT_TASK } from '../../tasks/transitions.js';
import { TEST_TYPE } from '../edges.js';
import { followLatest } from '../results/add-result.js';
import { people, personOf } from './add-state.js';
import { appendState, type NewState, openIncident, setSeverity } from './incident-states.js';
import { SEVERITIES } from './severity.js';

/** Whether a stored task is that of an incident. */
export function isIncident(row: Pick<EntityRow, 'doc'>): boolean {
  return storedTask(row).type === INCIDENT_TASK;
}

/** Opens the incident that a request for a task asks for, and resolves to its task. 400 if the test has an open one. */
export async function openIncidentTask(create: CreateTask, scope: Scope): Promise<EntityRow> {
  const link = create.about === undefined ? null : parseEntityLink(create.about, 'about', scope);
  if (link?.type.name !== TEST_TYPE.case)
    throw catalogError('BAD_REQUEST', `about: tasks of the type ${create.type} are about a ${TEST_TYPE.case}`);
  const seen = await linkedRowToKeep({ ...link, part: '' }, scope);
  const row = await rowToChange(link.type, { id: seen.id }, 'non-deleted', scope, ['EditTests']);
  if (await openIncident(row.id, scope)) throw catalogError('BAD_REQUEST', `about: ${row.fqn} has an open incident`);
  const assignees = (await peopleNamed(create.assignees ?? [], scope)).map(({ ref }) => personOf(parseReference(ref)));
  const ofTask = { asked: create, reviewers: await peopleNamed(create.reviewers ?? [], scope) };
  const severity = severityIn(create.payload);
  const state = await appendState(row, { status: 'New', ...(severity ? { severity } : {}), ofTask }, scope);
  const [assignee] = assignees;
  if (assignee) await appendState(row, { status: 'Assigned', details: { assignee }, ofTask: { assignees } }, scope);
  await followLatest({ type: link.type, row }, scope);
  return present(await getEntityById(scope.sql, state.state_id));
}

export interface Step {
  transition: TaskAvailableTransition;
  comment?: string | undefined;
  payload?: Fields | undefined;
}

/** Performs a step of the incident of a task. 400 if the step lacks a value. */
export async function stepIncident(task: Task, step: Step, scope: Scope): Promise<EntityRow> {
  return append(task, await stateAfter(step, scope), scope);
}

/** What a PATCH of the task says about the incident. Resolves to the task as it is then. */
export async function followPatch(task: EntityRow, before: Task, after: Task, scope: Scope): Promise<EntityRow> {
  const last = await stateOf(before, scope);
  if (!last) return task;
  const given = severityIn(after.payload);
  if (given && given !== last.severity) await setSeverity(await caseOf(before, scope), last, given, scope);
  const assigned = after.assignees ?? [];
  if (idsOf(assigned) !== idsOf(before.assignees ?? [])) {
    const [assignee] = await people(assigned.slice(0, 1), scope);
    if (!assignee) return append(before, { status: 'Ack', ofTask: {} }, scope);
    return append(before, { status: 'Assigned', details: { assignee }, ofTask: { assignees: assigned } }, scope);
  }
  if (after.status === before.status) return present(await getEntityById(scope.sql, task.id));
  if (before.status === 'Open' && after.status === 'InProgress') return append(before, { status: 'Ack' }, scope);
  throw catalogError('BAD_REQUEST', 'status: an incident is changed by the transitions of its task');
}

function severityIn(payload: unknown) {
  const { severity }: Fields = isObject(payload) ? payload : {};
  return SEVERITIES.find((one) => one === severity);
}

const idsOf = (people: readonly { id: string }[]) =>
  people
    .map(({ id }) => id)
    .sort()
    .join();

async function append(task: Pick<Task, 'id' | 'taskId'>, state: NewState, scope: Scope): Promise<EntityRow> {
  const row = await caseOf(task, scope);
  if (!(await stateOf(task, scope)))
    throw catalogError('BAD_REQUEST', `Task ${task.taskId} does not belong to the last incident of ${row.fqn}`);
  await appendState(row, state, scope);
  await followLatest({ type: scope.catalog.registry.get(TEST_TYPE.case), row }, scope);
  return present(await getEntityById(scope.sql, task.id));
}

/** The last state of the incident of a task, if it is the last incident of its case. */
async function stateOf({ id }: Pick<Task, 'id'>, scope: Scope) {
  const [edge] = await relationsFrom(scope.sql, [id], [RELATION.about]);
  const [last] = edge ? await latestIncidents(scope.sql, [edge.to_id]) : [];
  return last?.state_id === id ? last : undefined;
}

async function caseOf({ id }: Pick<Task, 'id'>, scope: Scope): Promise<EntityRow> {
  const [edge] = await relationsFrom(scope.sql, [id], [RELATION.about]);
  const type = scope.catalog.registry.get(TEST_TYPE.case);
  return rowToChange(type, { id: present(edge).to_id }, 'all', scope, []);
}

async function stateAfter({ transition, comment, payload = {} }: Step, scope: Scope): Promise<NewState> {
  if (transition.targetStageId === 'ack') return { status: 'Ack' };
  if (transition.targetStageId === 'assigned') {
    const given = listOf(payload.assignees ?? payload.assignee);
    const found = await people(given, scope);
    const [assignee] = found;
    if (!assignee) throw catalogError('BAD_REQUEST', 'payload.assignees is required');
    return { status: 'Assigned', details: { assignee }, ofTask: { assignees: found } };
  }
  const { resolutionType: ends = 'Completed' } = transition;
  const [resolvedBy] = await people([{ id: scope.actor.id, type: 'user' }], scope);
  return {
    status: 'Resolved',
    details: {
      testCaseFailureReason: reasonIn(payload),
      testCaseFailureComment: comment ?? '',
      ...(resolvedBy ? { resolvedBy } : {}),
    },
    ofTask: { ends, payload },
  };
}

function listOf(value: unknown): EntityReference[] {
  const list: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  if (!list.every((one) => isObject(one) && typeof one.id === 'string' && typeof one.type === 'string'))
    throw catalogError('BAD_REQUEST', 'payload.assignees must be references to users and teams');
  return parseList<EntityReference>(JSON.stringify(list));
}

type Reason = Extract<
  NonNullable<TestCaseResolutionStatus['testCaseResolutionStatusDetails']>,
  { testCaseFailureReason: unknown }
>['testCaseFailureReason'];
const REASONS: readonly Reason[] = [
  ...(['FalsePositive', 'MissingData', 'Duplicates', 'OutOfBounds', 'Other'] as const),
];

function reasonIn({ testCaseFailureReason: given = 'Other' }: Fields): Reason {
  const found = REASONS.find((reason) => reason === given);
  if (found) return found;
  throw catalogError('BAD_REQUEST', `payload.testCaseFailureReason must be one of ${REASONS.join(', ')}`);
}

/** The step that ends an incident in some way, such as `Cancelled`. */
export function ending(resolutionType: ResolutionType): TaskAvailableTransition {
  return { id: 'resolve', label: 'Resolve', targetStageId: 'resolved', targetTaskStatus: 'Completed', resolutionType };
}
