/** Tasks as threads: a proposal about an entity, which its assignees accept or close. */
import {
  catalogError,
  errorMessages,
  parseList,
  type TagLabel,
  type Thread,
  type ThreadEventType,
  type ThreadTaskType,
} from '../../contract/index.js';
import { json, parameter, type Reply, type Request, readBody, type Scope } from '../catalog/index.js';
import { ADDRESSED, appendPost, applyDescription, applyField, applyTags, withTeams } from '../entities/index.js';
import { listAddressees, type ThreadRow, threadOfTask, updateThread } from '../storage/index.js';
import { extraOf } from './thread-document.js';
import { checkMessage, type FoundThread, findThread, isInCharge, publish, refuse, shownThread } from './threads.js';

export async function getTask(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await findTask(request, scope, { lock: false });
  return json<Thread>(200, await shownThread(row, scope));
}

/** Applies the new value to the entity, with the rights of the caller, and closes the task. */
export async function resolveTask(request: Request, scope: Scope): Promise<Reply> {
  const found = await findTask(request, scope, { lock: true });
  if (!(await mayAct(found, scope))) throw refuse('resolve the task', scope);
  const newValue = String(readBody(request, 'api/feed/resolveTask', scope).newValue);
  const task = openTask(found.row);
  await applyValue(task.type, newValue, found, scope);
  return closed(found.row, { newValue }, 'taskResolved', scope);
}

/** Closes the task and leaves the entity as it is. */
export async function closeTask(request: Request, scope: Scope): Promise<Reply> {
  const found = await findTask(request, scope, { lock: true });
  const { row } = found;
  if (row.author_id !== scope.actor.id && !(await mayAct(found, scope))) throw refuse('close the task', scope);
  const comment = String(readBody(request, 'api/feed/closeTask', scope).comment);
  openTask(row);
  if (comment.trim() !== '') await appendPost(row.id, checkMessage(comment), scope);
  return closed(row, {}, 'taskClosed', scope);
}

async function findTask(request: Request, scope: Scope, lock: { lock: boolean }): Promise<FoundThread> {
  const text = parameter(request, 'id');
  if (!/^\d{1,15}$/.test(text)) throw catalogError('BAD_REQUEST', 'id must be the number of a task');
  const id = await threadOfTask(scope.sql, Number(text));
  if (id === undefined) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('thread', text));
  return findThread(id, scope, lock);
}

/** The assignees, and the owners and admins of the entity, may act. Authors cannot accept their own proposal. */
async function mayAct(found: FoundThread, scope: Scope): Promise<boolean> {
  const assignees = await listAddressees(scope.sql, [found.row.id], ADDRESSED.assignee);
  const own = await withTeams(scope.actor.id, scope);
  if (assignees.some(({ person_id }) => own.includes(person_id))) return true;
  return isInCharge('', found, scope);
}

function openTask(row: ThreadRow) {
  const { task } = extraOf(row);
  if (!task || row.task_status !== 'Open')
    throw catalogError('BAD_REQUEST', `Task ${row.task_number} is already closed`);
  return task;
}

async function applyValue(type: ThreadTaskType, value: string, found: FoundThread, scope: Scope): Promise<void> {
  const subject = { type: found.type, row: found.about, part: found.row.part };
  if (type === 'RequestDescription' || type === 'UpdateDescription') await applyDescription(subject, value, scope);
  else if (type === 'RequestTag' || type === 'UpdateTag') await applyTags(subject, labelsIn(value), scope);
  else if (type === 'RequestApproval') await applyField(subject, 'entityStatus', approval(value), scope);
}

function labelsIn(value: string): TagLabel[] {
  try {
    return parseList<TagLabel>(value);
  } catch {
    throw catalogError('BAD_REQUEST', 'newValue must be a JSON list of tags');
  }
}

function approval(value: string): string {
  const status = { approved: 'Approved', rejected: 'Rejected' }[value.toLowerCase()];
  if (status === undefined) throw catalogError('BAD_REQUEST', 'newValue must be approved or rejected');
  return status;
}

async function closed(
  row: ThreadRow,
  more: { newValue?: string },
  kind: ThreadEventType,
  scope: Scope,
): Promise<Reply> {
  const now = Math.max(scope.context.now(), row.updated_at);
  const extra = extraOf(row);
  const task = { ...extra.task, ...more, closedBy: scope.actor.name, closedAt: now };
  const next = { ...row, task_status: 'Closed', updated_at: now, updated_by: scope.actor.name };
  next.doc = JSON.stringify({ ...extra, task });
  await updateThread(scope.sql, next);
  return json<Thread>(200, await publish(kind, next, scope), { 'X-OpenMetadata-Change': kind });
}
