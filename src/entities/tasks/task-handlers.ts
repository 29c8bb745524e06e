/** Writes of tasks. */
import {
  CatalogError,
  catalogError,
  errorMessages,
  forbidden,
  isObject,
  type ResolutionType,
} from '../../../contract/index.js';
import {
  apiUrl,
  changeEntity,
  checkId,
  type Fields,
  findRow,
  json,
  parameter,
  patchEntity,
  type Reply,
  type Request,
  readBody,
  readFlag,
  readJson,
  recordUpdate,
  removeEntity,
  replyWith,
  rowToChange,
  type Scope,
  type SlicedScope,
} from '../../catalog/index.js';
import {
  deletePost,
  type EntityRow,
  getEntityByFqn,
  getPost,
  lockEntityById,
  RELATION,
  relationsFrom,
  updatePost,
} from '../../storage/index.js';
import { asServer } from '../as-server.js';
import { appendPost } from '../conversations/append-post.js';
import { recordMentions } from '../conversations/mentions.js';
import { followPatch, isIncident, openIncidentTask } from '../quality/incidents/step-incident.js';
import { openRequested, peopleNamed } from './open-task.js';
import { closeRow, loadTask, type Resolution, resolveRow } from './resolve-task.js';
import { storedTask } from './stored-task.js';
import { decideTask } from './task-rights.js';
import { INCIDENT_TASK, OPEN_STATES } from './transitions.js';

const CREATE = 'api/tasks/createTask';
const ALL = 'assignees,reviewers,watchers,about,domains,comments,createdBy,payload,tags';

const typeIn = (scope: Pick<Scope, 'catalog'>) => scope.catalog.registry.get('task');
/** Lets the engine skip its checks, since `decideTask` has decided. The actor still cannot refer to hidden entities. */
const elevated = (scope: Scope): Scope => ({ ...scope, actor: { ...asServer(scope).actor, asker: scope.actor } });

/**
 * Locks the entity before its task, in the same order as writes of the entity, such as a change of a term's status or a
 * result of a test, to avoid deadlocks.
 */
async function taskToChange(key: { id: string } | { fqn: string }, scope: Scope): Promise<EntityRow> {
  const type = typeIn(scope);
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', type.name);
  const { id } = await findRow(type, key, 'non-deleted', scope);
  const [about] = await relationsFrom(scope.sql, [id], [RELATION.about]);
  if (about) await lockEntityById(scope.sql, about.to_id);
  return rowToChange(type, { id }, 'non-deleted', scope, ['ViewBasic']);
}

/** Patches a task; the incident of an incident's task follows. */
async function patchRow(
  row: EntityRow,
  steps: unknown,
  { ifMatch }: Pick<Request, 'ifMatch'>,
  scope: Scope,
): Promise<EntityRow> {
  const type = typeIn(scope);
  const before = isIncident(row) ? await loadTask(type, row, scope) : null;
  const { row: written } = await patchEntity(type, { id: row.id }, () => steps, ifMatch, elevated(scope));
  return before ? followPatch(written, before, await loadTask(type, written, scope), scope) : written;
}

const reply = (row: EntityRow, scope: Scope, status = 200) => replyWith(typeIn(scope), row, ALL, scope, status);

export async function createTask(request: Request, scope: Scope): Promise<Reply> {
  const type = typeIn(scope);
  scope.catalog.authorizer.possible(scope.actor, 'Create', type.name);
  const create = readBody(request, CREATE, scope);
  const row =
    create.type === INCIDENT_TASK ? await openIncidentTask(create, scope) : await openRequested(create, scope);
  const answer = await reply(row, scope, 201);
  const location = `${apiUrl(scope)}${type.path}/${row.id}`;
  return { ...answer, headers: { ...answer.headers, Location: location, 'X-OpenMetadata-Change': 'entityCreated' } };
}

/** Changes the task whose number is the name; otherwise opens a new one. */
export async function putTask(request: Request, scope: Scope): Promise<Reply> {
  const type = typeIn(scope);
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', type.name);
  const create = readBody(request, CREATE, scope);
  const stored = create.name === undefined ? undefined : await getEntityByFqn(scope.sql, type.name, create.name);
  if (stored?.deleted !== 0) return createTask(request, scope);
  const row = await taskToChange({ id: stored.id }, scope);
  await decideTask(type, row, 'EditAll', scope);
  const { assignees, reviewers } = create;
  if (assignees || reviewers || create.priority) await decideTask(type, row, 'ReassignTask', scope);
  const references = async (names: readonly string[]) =>
    (await peopleNamed(names, scope)).map(({ id, type: of }) => ({ id, type: of }));
  const steps: Fields[] = [];
  for (const field of ['displayName', 'description', 'priority', 'dueDate', 'payload', 'externalReference'] as const)
    if (create[field] !== undefined) steps.push({ op: 'add', path: `/${field}`, value: create[field] });
  if (assignees) steps.push({ op: 'add', path: '/assignees', value: await references(assignees) });
  if (reviewers) steps.push({ op: 'add', path: '/reviewers', value: await references(reviewers) });
  return reply(await patchRow(row, steps, request, scope), scope);
}

export async function patchTask(request: Request, scope: Scope): Promise<Reply> {
  const type = typeIn(scope);
  const row = await taskToChange({ id: parameter(request, 'id') }, scope);
  await decideTask(type, row, 'EditAll', scope);
  const body = readJson(request);
  if (touches(body, ['assignees', 'reviewers', 'priority'])) await decideTask(type, row, 'ReassignTask', scope);
  return reply(await patchRow(row, body, request, scope), scope);
}

/** Whether a JSON Patch may change one of these fields: also by moving it away, or with the whole. */
function touches(patch: unknown, fields: readonly string[]): boolean {
  const pointers = (Array.isArray(patch) ? patch.filter(isObject) : []).flatMap(({ path, from }) => [path, from]);
  return pointers.some((pointer) => {
    const [, field] = String(pointer ?? '/').split('/');
    return field === undefined || fields.includes(field);
  });
}

export async function deleteTask(request: Request, scope: Scope): Promise<Reply> {
  const type = typeIn(scope);
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', type.name);
  const hard = readFlag(request.query, 'hardDelete');
  const id = checkId(parameter(request, 'id'));
  const row = await findRow(type, { id }, hard ? 'all' : 'non-deleted', scope);
  await decideTask(type, row, 'Delete', scope);
  if (isIncident(row) && OPEN_STATES.some((state) => storedTask(row).status === state))
    throw catalogError('BAD_REQUEST', `Task ${row.fqn} belongs to an open incident: resolve the incident first`);
  const answer = await reply(row, scope);
  const options = { hard, recursive: false };
  const written = await removeEntity(type, { id }, options, request.ifMatch, elevated(scope));
  return hard ? answer : reply(written.row, scope);
}

export async function resolveTask(request: Request, scope: Scope): Promise<Reply> {
  const row = await taskToChange({ id: parameter(request, 'id') }, scope);
  await decideTask(typeIn(scope), row, 'ResolveTask', scope);
  const given: Resolution = readBody(request, 'api/tasks/resolveTask', scope);
  if (given.transitionId === undefined && given.resolutionType === undefined)
    throw catalogError('BAD_REQUEST', 'transitionId or resolutionType is required');
  return reply(await resolveRow(typeIn(scope), row, given, scope), scope);
}

export async function closeTask(request: Request, scope: Scope): Promise<Reply> {
  const row = await taskToChange({ id: parameter(request, 'id') }, scope);
  await decideTask(typeIn(scope), row, 'CloseTask', scope);
  return reply(await closeRow(typeIn(scope), row, { comment: request.query.comment }, scope), scope);
}

export async function applySuggestion(request: Request, scope: Scope): Promise<Reply> {
  const row = await taskToChange({ id: parameter(request, 'id') }, scope);
  await decideTask(typeIn(scope), row, 'ResolveTask', scope);
  if (storedTask(row).type !== 'Suggestion') throw catalogError('BAD_REQUEST', `Task ${row.fqn} is not a suggestion`);
  const { comment } = request.query;
  const given = { resolutionType: 'Approved' as const, ...(comment ? { comment } : {}) };
  return reply(await resolveRow(typeIn(scope), row, given, scope), scope);
}

export async function addComment(request: Request, scope: Scope): Promise<Reply> {
  const row = await taskToChange({ id: parameter(request, 'id') }, scope);
  const message = readMessage(request, scope);
  const post = await appendPost(row.id, message, scope);
  await recordMentions(message, { threadId: row.id, postId: post.id }, scope);
  return commented(row, { added: [{ name: 'comments', newValue: message }] }, scope);
}

export async function editComment(request: Request, scope: Scope): Promise<Reply> {
  const { row, post } = await findComment(request, scope);
  if (post.author_id !== scope.actor.id) throw refusal('edit', scope);
  const message = readMessage(request, scope);
  await updatePost(scope.sql, post.id, message);
  await recordMentions(message, { threadId: row.id, postId: post.id }, scope);
  return commented(row, { updated: [{ name: 'comments', oldValue: post.message, newValue: message }] }, scope);
}

export async function removeComment(request: Request, scope: Scope): Promise<Reply> {
  const { row, post } = await findComment(request, scope);
  if (post.author_id !== scope.actor.id && !scope.actor.isAdmin) throw refusal('delete', scope);
  await deletePost(scope.sql, post.id);
  return commented(row, { deleted: [{ name: 'comments', oldValue: post.message }] }, scope);
}

async function findComment(request: Request, scope: Scope) {
  const row = await taskToChange({ id: parameter(request, 'id') }, scope);
  const id = checkId(parameter(request, 'commentId'));
  const post = await getPost(scope.sql, row.id, id);
  if (!post) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('comment', id));
  return { row, post };
}

function refusal(what: string, { actor }: Scope) {
  return forbidden(actor, `may not ${what} the comment of somebody else`);
}

const MOST_MESSAGE = 100_000;

function readMessage(request: Request, scope: Scope): string {
  const { message } = readBody(request, 'api/tasks/createTaskComment', scope);
  if (message.trim() === '' || message.length > MOST_MESSAGE)
    throw catalogError('BAD_REQUEST', `message must have 1 to ${MOST_MESSAGE} characters`);
  return message;
}

async function commented(row: EntityRow, change: Parameters<typeof recordUpdate>[2], scope: Scope): Promise<Reply> {
  await recordUpdate(typeIn(scope), row, change, scope);
  return reply(row, scope);
}

interface Bulk {
  taskIds: readonly string[];
  operation: string;
  params: { comment?: string; assignees?: readonly string[]; priority?: string };
}

function readBulk(request: Request, scope: SlicedScope): Bulk {
  const { taskIds, operation, params } = readBody(request, 'api/tasks/bulkTaskOperation', scope);
  const { comment, assignees, priority }: Fields = isObject(params) ? params : {};
  return {
    taskIds: Array.isArray(taskIds) ? taskIds.map(String) : [],
    operation: String(operation),
    params: {
      ...(typeof comment === 'string' ? { comment } : {}),
      ...(Array.isArray(assignees) ? { assignees: assignees.map(String) } : {}),
      ...(typeof priority === 'string' ? { priority } : {}),
    },
  };
}

const MOST_TASKS = 1000;

/** Each task in a separate transaction, so that one failure does not affect the others. */
export async function bulkTasks(request: Request, scope: SlicedScope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', typeIn(scope).name);
  const given = readBulk(request, scope);
  if (given.taskIds.length > MOST_TASKS)
    throw catalogError('BULK_LIMIT_EXCEPTION', `taskIds may have at most ${MOST_TASKS} tasks`);
  const results: { taskId: string; status: 'success' | 'failed'; error?: string }[] = [];
  for (const taskId of given.taskIds)
    try {
      await scope.transaction((inner) => bulkOne(taskId, given, inner));
      results.push({ taskId, status: 'success' });
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      results.push({ taskId, status: 'failed', error: error.message });
    }
  const successful = results.filter(({ status }) => status === 'success').length;
  const failed = results.length - successful;
  return json(200, { totalRequested: results.length, successful, failed, results });
}

async function bulkOne(taskId: string, { operation, params }: Bulk, scope: Scope): Promise<void> {
  const type = typeIn(scope);
  const row = await taskToChange(/^TASK-\d+$/.test(taskId) ? { fqn: taskId } : { id: taskId }, scope);
  const comment = params.comment === undefined ? {} : { comment: params.comment };
  const resolve = async (resolutionType: ResolutionType) => {
    await decideTask(type, row, 'ResolveTask', scope);
    await resolveRow(type, row, { resolutionType, ...comment }, scope);
  };
  if (operation === 'Approve') return resolve('Approved');
  if (operation === 'Reject') return resolve('Rejected');
  if (operation === 'Cancel') {
    await decideTask(type, row, 'CloseTask', scope);
    await closeRow(type, row, comment, scope);
    return;
  }
  await decideTask(type, row, 'ReassignTask', scope);
  if (operation === 'UpdatePriority') {
    const { priority } = params;
    if (priority === undefined) throw catalogError('BAD_REQUEST', 'params.priority is required');
    await changeEntity(type, row, (value: Fields) => ({ ...value, priority }), scope);
    return;
  }
  if (!params.assignees?.length) throw catalogError('BAD_REQUEST', 'params.assignees is required');
  const people = await peopleNamed(params.assignees, scope);
  const assignees = people.map(({ id, type: of }) => ({ id, type: of }));
  await patchRow(row, [{ op: 'add', path: '/assignees', value: assignees }], { ifMatch: null }, scope);
}
