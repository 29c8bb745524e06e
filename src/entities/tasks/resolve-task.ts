/** Resolves and closes tasks, and applies what they propose. */
import {
  catalogError,
  isObject,
  operationsRefused,
  parseList,
  type ResolutionType,
  type TagLabel,
  type Task,
  type TaskAvailableTransition,
} from '../../../contract/index.js';
import {
  changeEntity,
  type EntityType,
  type Fields,
  factsOf,
  loadEntities,
  parseLinked,
  type Scope,
} from '../../catalog/index.js';
import { first } from '../../context/index.js';
import { type EntityRow, getEntityById } from '../../storage/index.js';
import { applyDescription, applyField, applyTags, changeTags, type Subject } from '../conversations/apply-change.js';
import { withTeams } from '../conversations/mentions.js';
import { ending, isIncident, stepIncident } from '../quality/incidents/step-incident.js';
import { checkForm } from './forms.js';
import { reviewersOf } from './open-task.js';
import { APPROVALS, OPEN_STATES, statusOf, transitionsFrom } from './transitions.js';

/** `api/tasks/resolveTask`. */
export interface Resolution {
  transitionId?: string;
  resolutionType?: ResolutionType;
  comment?: string;
  newValue?: string;
  payload?: Record<string, unknown>;
}

/** Performs a step of a task; a proposal is applied with the rights of the actor. 400 if the task is closed. */
export async function resolveRow(
  type: EntityType,
  row: EntityRow,
  given: Resolution,
  scope: Scope,
): Promise<EntityRow> {
  const task = await loadTask(type, row, scope);
  const step = stepOf(task, given);
  if (step.requiresComment && !given.comment?.trim())
    throw catalogError('BAD_REQUEST', `comment is required to ${step.label.toLowerCase()} the task`);
  await checkForm(task, step, given, scope);
  if (isIncident(row)) return stepIncident(task, { ...given, transition: step }, scope);
  const { row: changed } = await changeEntity(
    type,
    row,
    (value: Fields) => resolved(value, task, step, given, scope),
    scope,
  );
  const accepted = step.resolutionType === 'Approved' || step.resolutionType === 'AutoApproved';
  const isApproval = APPROVALS.includes(task.type);
  if (accepted || isApproval) await applyTask(task, given, accepted, scope);
  return changed;
}

/** Ends a task without applying anything. 400 if it is closed. */
export async function closeRow(
  type: EntityType,
  row: EntityRow,
  { comment, resolutionType = 'Cancelled' }: { comment?: string | undefined; resolutionType?: ResolutionType },
  scope: Scope,
): Promise<EntityRow> {
  const task = await loadTask(type, row, scope);
  if (transitionsFrom(task.type, task.status).length === 0) throw alreadyIn(task);
  if (isIncident(row)) return stepIncident(task, { transition: ending(resolutionType), comment }, scope);
  const step = {
    id: 'close',
    label: 'Close',
    targetStageId: 'closed',
    targetTaskStatus: statusOf(resolutionType),
    resolutionType,
  };
  const given = comment === undefined ? {} : { comment };
  return (await changeEntity(type, row, (value: Fields) => resolved(value, task, step, given, scope), scope)).row;
}

export async function loadTask(type: EntityType, row: EntityRow, scope: Scope): Promise<Task> {
  return parseLinked<Task>(first(await loadEntities([row], type, scope)).text, '');
}

function alreadyIn({ taskId, status }: Task) {
  return catalogError('BAD_REQUEST', `Task ${taskId} is already in status ${status}`);
}

function stepOf(task: Task, { transitionId, resolutionType }: Resolution): TaskAvailableTransition {
  const ways = transitionsFrom(task.type, task.status, task.workflowStageId);
  if (ways.length === 0) throw alreadyIn(task);
  const found =
    transitionId === undefined
      ? ways.find((way) => way.resolutionType === resolutionType)
      : ways.find((way) => way.id === transitionId);
  if (found) return found;
  if (transitionId === undefined && resolutionType !== undefined && OPEN_STATES.includes(task.status))
    return {
      id: 'resolve',
      label: 'Resolve',
      targetStageId: 'closed',
      targetTaskStatus: statusOf(resolutionType),
      resolutionType,
    };
  throw catalogError('BAD_REQUEST', `transitionId must be one of ${ways.map(({ id }) => id).join(', ')}`);
}

function resolved(value: Fields, task: Task, step: TaskAvailableTransition, given: Resolution, scope: Scope): Fields {
  const { id, name } = scope.actor;
  const now = scope.context.now();
  const who = { id, type: 'user', name, fullyQualifiedName: name };
  const status = step.targetTaskStatus;
  const next: Fields = {
    ...value,
    status,
    workflowStageId: step.targetStageId,
    workflowStageDisplayName: step.label,
    availableTransitions: transitionsFrom(task.type, status),
  };
  if (step.resolutionType === undefined) return next;
  const { comment, newValue, payload } = given;
  next.resolution = {
    type: step.resolutionType,
    resolvedBy: who,
    resolvedAt: now,
    ...(comment === undefined ? {} : { comment }),
    ...(newValue === undefined ? {} : { newValue }),
    ...(payload === undefined ? {} : { payload }),
  };
  if (status === 'Approved') Object.assign(next, { approvedBy: who, approvedById: id, approvedAt: now });
  return next;
}

async function applyTask(task: Task, given: Resolution, accepted: boolean, scope: Scope): Promise<void> {
  const row = task.about ? await getEntityById(scope.sql, task.about.id) : undefined;
  if (!row) return;
  const type = scope.catalog.registry.get(row.type);
  const payload = { ...task.payload, ...given.payload };
  const subject = { type, row, part: partOf(payload.fieldPath, fieldOf(task.type, payload)) };
  switch (task.type) {
    case 'DescriptionUpdate':
      return applyDescription(subject, given.newValue ?? String(payload.newDescription ?? ''), scope);
    case 'TagUpdate':
      return applyTagUpdate(subject, payload, given.newValue, scope);
    case 'OwnershipUpdate':
      return applyField(subject, 'owners', payload.newOwners ?? [], scope);
    case 'TierUpdate':
      return applyTier(subject, payload.newTier, scope);
    case 'DomainUpdate':
      return applyField(subject, 'domains', payload.newDomain ? [payload.newDomain] : [], scope);
    case 'Suggestion':
      return applySuggestion(subject, payload, given.newValue, { ...scope, source: 'Suggested' });
    case 'GlossaryApproval':
    case 'RequestApproval':
      return applyApproval(subject, accepted, scope);
    default:
      return;
  }
}

const fieldOf = (type: string, { suggestionType }: Fields) =>
  type === 'TagUpdate' || suggestionType === 'Tag' ? 'tags' : 'description';

/** `columns::id::description`; also written with dots, where only a last name that is the field set is no column. */
function partOf(path: unknown, field: 'description' | 'tags'): string {
  if (typeof path !== 'string') return '';
  if (path.includes('::') || !path.startsWith('columns.')) return path;
  const column = path.slice('columns.'.length);
  return `columns::${column.endsWith(`.${field}`) ? column.slice(0, -field.length - 1) : column}`;
}

async function applyTagUpdate(
  subject: Subject,
  payload: Fields,
  newValue: string | undefined,
  scope: Scope,
): Promise<void> {
  if (newValue !== undefined) return applyTags(subject, labelsIn(newValue), scope);
  const list = (value: unknown): TagLabel[] => (Array.isArray(value) ? value : []);
  const added = list(payload.tagsToAdd);
  if (payload.operation === 'Replace') return applyTags(subject, added, scope);
  return changeTags(subject, { added, removed: list(payload.tagsToRemove) }, scope);
}

async function applyTier(subject: Subject, tier: unknown, scope: Scope): Promise<void> {
  if (!isObject(tier) || typeof tier.tagFQN !== 'string')
    throw catalogError('BAD_REQUEST', 'payload.newTier is required');
  const { value } = first(await loadEntities([subject.row], subject.type, scope));
  const stored: Fields[] = Array.isArray(value.tags) ? value.tags.filter(isObject) : [];
  const kept = stored.filter(({ tagFQN }) => !String(tagFQN).startsWith('Tier.'));
  return applyField(subject, 'tags', [...kept, tier], scope);
}

async function applySuggestion(
  subject: Subject,
  payload: Fields,
  newValue: string | undefined,
  scope: Scope,
): Promise<void> {
  const text = newValue ?? String(payload.suggestedValue ?? '');
  switch (payload.suggestionType) {
    case 'Description':
      return applyDescription(subject, text, scope);
    case 'Tag':
      return changeTags(subject, { added: labelsIn(text), removed: [] }, scope);
    case 'Tier':
      return applyTier({ ...subject, part: '' }, labelsIn(text)[0], scope);
    case 'Owner':
      return applyField({ ...subject, part: '' }, 'owners', listIn(text), scope);
    case 'Domain':
      return applyField({ ...subject, part: '' }, 'domains', listIn(text), scope);
    default:
      return applyField(
        { ...subject, part: '' },
        `extension/${String(payload.fieldPath).replace(/^extension\./, '')}`,
        text,
        scope,
      );
  }
}

const labelsIn = (text: string): TagLabel[] => listIn<TagLabel>(text);

function listIn<T = unknown>(text: string): T[] {
  try {
    return parseList<T>(text);
  } catch {
    throw catalogError('BAD_REQUEST', 'newValue must be a JSON list');
  }
}

/**
 * Reviewers of the entity may approve it, unless a rule denies them to set its status; all others, including
 * administrators, need the right to set it. Being named in the task grants no right, because everybody can open one.
 */
async function applyApproval(subject: Subject, accepted: boolean, scope: Scope): Promise<void> {
  const { type, row } = subject;
  if (!scope.catalog.contract.fieldNames(type.schema).includes('entityStatus')) return;
  const entityStatus = accepted ? 'Approved' : 'Rejected';
  const [reviewers, own] = await Promise.all([reviewersOf(row, scope), withTeams(scope.actor.id, scope)]);
  if (!reviewers.some(({ id }) => own.includes(id)))
    return applyField({ ...subject, part: '' }, 'entityStatus', entityStatus, scope);
  await refuseDenied(subject, scope);
  await changeEntity(type, row, (value: Fields) => ({ ...value, entityStatus }), scope);
}

/** Throws 403 if a rule denies the actor to set the status of the entity, whatever others allow. */
async function refuseDenied({ type, row }: Subject, scope: Scope): Promise<void> {
  const { actor, catalog } = scope;
  const facts = () => factsOf(type, row, scope);
  for (const operation of ['ViewBasic', 'EditStatus'] as const)
    if (await catalog.authorizer.isDenied(actor, operation, type.name, facts))
      throw operationsRefused(actor, [operation]);
}
