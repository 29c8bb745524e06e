/** Threads: found with the rights of the reader, created, changed, removed. */
import {
  type AnnouncementDetails,
  type CreateThread,
  catalogError,
  type EntityReference,
  errorMessages,
  forbidden,
  type SchemaValue,
  THREAD,
  type Thread,
  type ThreadEventType,
} from '../../contract/index.js';
import {
  applyOperations,
  changeEvent,
  checkId,
  type EntityType,
  type Fields,
  factsOf,
  isAllowed,
  json,
  type Operation,
  parameter,
  type Reply,
  type Request,
  readBody,
  readJson,
  readPatch,
  refuseInherited,
  type Scope,
} from '../catalog/index.js';
import { first } from '../context/index.js';
import { ADDRESSED, changeReactions, linkedRowToKeep, parseEntityLink, recordMentions } from '../entities/index.js';
import { appendEvents } from '../events/index.js';
import {
  deleteThread,
  type EntityRow,
  getEntityById,
  getThread,
  hasAnnouncement,
  insertThread,
  listPosts,
  lockThread,
  type NewestPosts,
  nextNumber,
  putAddressees,
  type ThreadRow,
  updateThread,
} from '../storage/index.js';
import { readAssignees } from './assignees.js';
import { extraOf, shownThreads } from './thread-document.js';

/** The sequence of task numbers. */
const TASK_NUMBERS = 'thread.task';
/** Number of posts of a thread in responses, the newest ones; `/posts` lists all. */
const MOST_POSTS: NewestPosts = { limit: 1000, text: 1_000_000 };
/** Number of posts in events; otherwise the event of each post would repeat a long thread. */
const POSTS_OF_EVENT: NewestPosts = { limit: 10, text: 100_000 };

/** A thread with the entity that it is about. */
export interface FoundThread {
  row: ThreadRow;
  type: EntityType;
  about: EntityRow;
}

/** The thread that a request names; 404, or 403 if the actor may not see its entity. */
export async function findThread(
  id: string,
  scope: Scope,
  { lock }: { lock: boolean } = { lock: false },
): Promise<FoundThread> {
  const given = checkId(id);
  const row = await (lock ? lockThread : getThread)(scope.sql, given);
  const about = row && (await getEntityById(scope.sql, row.about_id));
  if (!row || !about || about.deleted === 2)
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('thread', given));
  const type = scope.catalog.registry.get(about.type);
  await scope.catalog.authorizer.decide(scope.actor, ['ViewBasic'], type.name, () => factsOf(type, about, scope));
  return { row, type, about };
}

export async function shownThread(row: ThreadRow, scope: Scope): Promise<Thread> {
  return first(await shownThreads([row], MOST_POSTS, scope));
}

/** Appends the event of a change, and returns the thread as it is now. */
export async function publish(kind: ThreadEventType, row: ThreadRow, scope: Scope): Promise<Thread> {
  const thread = await shownThread(row, scope);
  const event = { kind, type: THREAD, id: row.id, fqn: row.id, from: 1, to: 1, at: row.updated_at };
  const newest = await listPosts(scope.sql, [row.id], POSTS_OF_EVENT);
  const posts = newest.length === 0 ? [] : (thread.posts ?? []).slice(-newest.length);
  await appendEvents(scope.sql, [changeEvent({ ...event, text: JSON.stringify({ ...thread, posts }) }, scope)]);
  return thread;
}

export async function createThread(request: Request, scope: Scope): Promise<Reply> {
  const create: CreateThread = scope.catalog.contract.withDefaults(
    'api/feed/createThread',
    readBody(request, 'api/feed/createThread', scope),
  );
  const { type = 'Conversation' } = create;
  const message = checkMessage(create.message);
  const link = parseEntityLink(create.about, 'about', scope);
  if (create.addressedTo !== undefined) parseEntityLink(create.addressedTo, 'addressedTo', scope);
  const about = await linkedRowToKeep(link, scope);
  const now = scope.context.now();
  const row: ThreadRow = {
    id: scope.context.id(),
    type,
    about_type: about.type,
    about_id: about.id,
    part: link.part,
    message,
    author_id: scope.actor.id,
    author_name: scope.actor.name,
    created_at: now,
    updated_at: now,
    updated_by: scope.actor.name,
    resolved: 0,
    task_number: null,
    task_status: null,
    starts_at: null,
    ends_at: null,
    doc: JSON.stringify(extraOfRequest(create, type)),
  };
  const assignees =
    type === 'Task' ? await readAssignees(create.taskDetails?.assignees ?? [], 'taskDetails.assignees', scope) : [];
  if (type === 'Task')
    Object.assign(row, { task_number: await nextNumber(scope.sql, TASK_NUMBERS), task_status: 'Open' });
  if (type === 'Announcement') Object.assign(row, await periodOf(create.announcementDetails, row, scope));
  await insertThread(scope.sql, row);
  await recordMentions(message, { threadId: row.id, postId: '' }, scope);
  await assign(row, assignees, scope);
  const thread = await publish('threadCreated', row, scope);
  return json<Thread>(201, thread, { Location: thread.href ?? '', 'X-OpenMetadata-Change': 'threadCreated' });
}

function extraOfRequest(
  { addressedTo, announcementDetails, chatbotDetails, taskDetails, domains }: CreateThread,
  type: string,
) {
  const { assignees: _, ...task } = taskDetails ?? {};
  if (type === 'Task' && !taskDetails)
    throw catalogError('BAD_REQUEST', 'taskDetails is required in a thread of the type Task');
  const description = announcementDetails?.description;
  return {
    addressedTo,
    domains,
    chatbot: type === 'Chatbot' ? chatbotDetails : undefined,
    announcement: type === 'Announcement' && description ? { description } : undefined,
    task: type === 'Task' ? task : undefined,
  };
}

async function assign(row: ThreadRow, assignees: readonly EntityReference[], scope: Scope): Promise<void> {
  const people = assignees.map(({ id }) => id);
  await putAddressees(scope.sql, { thread_id: row.id, post_id: '', kind: ADDRESSED.assignee }, people);
}

/** The period of an announcement; 400 if it is empty or overlaps another announcement about the same entity. */
async function periodOf(
  details: AnnouncementDetails | undefined,
  row: ThreadRow,
  scope: Scope,
): Promise<Pick<ThreadRow, 'starts_at' | 'ends_at'>> {
  if (!details)
    throw catalogError('BAD_REQUEST', 'announcementDetails is required in a thread of the type Announcement');
  const { startTime, endTime } = details;
  if (startTime >= endTime) throw catalogError('BAD_REQUEST', 'announcement.startTime must be before endTime');
  const period = { aboutId: row.about_id, from: startTime, to: endTime, exceptId: row.id };
  if (await hasAnnouncement(scope.sql, period))
    throw catalogError('BAD_REQUEST', 'There is already an announcement about this entity within that period');
  return { starts_at: startTime, ends_at: endTime };
}

const MOST_MESSAGE = 100_000;

export function checkMessage(message: string): string {
  if (message.trim() === '') throw catalogError('BAD_REQUEST', 'message must not be empty');
  if (message.length > MOST_MESSAGE)
    throw catalogError('BAD_REQUEST', `message must have at most ${MOST_MESSAGE} characters`);
  return message;
}

/** What the actor may change of a message: its author everything, owners and admins too. */
export async function isInCharge(authorId: string, { type, about }: FoundThread, scope: Scope): Promise<boolean> {
  if (scope.actor.isAdmin || authorId === scope.actor.id) return true;
  return isAllowed('EditAll', type, () => factsOf(type, about, scope), scope);
}

export function refuse(what: string, scope: Scope) {
  return forbidden(scope.actor, `may not ${what}`);
}

/** The value after a JSON Patch, checked against the schema. */
export function patched<K extends string>(value: Fields, request: Request, schema: K, scope: Scope): SchemaValue<K> {
  const operations: Operation[] = readPatch(readJson(request));
  refuseInherited(operations);
  const result = scope.catalog.contract.validator(schema)(
    applyOperations(value, operations, scope.catalog.options.bodyLimit),
  );
  if (!result.ok) throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The patch makes the value invalid');
  return result.value;
}

export async function patchThread(request: Request, scope: Scope): Promise<Reply> {
  const found = await findThread(parameter(request, 'id'), scope, { lock: true });
  const { row } = found;
  const before = await shownThread(row, scope);
  const after = patched(before, request, 'entity/feed/thread', scope);
  const changed = await changedRow(found, before, after, scope);
  const assignees = await changedAssignees(before, after, found, scope);
  await changeReactions(row.id, before.reactions ?? [], after.reactions, scope);
  const reacted = JSON.stringify(before.reactions) !== JSON.stringify(after.reactions ?? []);
  if (changed === null && assignees === null && !reacted)
    return json<Thread>(200, before, { 'X-OpenMetadata-Change': 'entityNoChange' });
  const next: ThreadRow = {
    ...(changed ?? row),
    updated_at: Math.max(scope.context.now(), row.updated_at),
    updated_by: scope.actor.name,
  };
  await updateThread(scope.sql, next);
  if (next.message !== row.message) await recordMentions(next.message, { threadId: row.id, postId: '' }, scope);
  if (assignees) await assign(row, assignees, scope);
  return json<Thread>(200, await publish('threadUpdated', next, scope), { 'X-OpenMetadata-Change': 'threadUpdated' });
}

/** The row with the changes of a patch; null if the patch changes nothing. */
async function changedRow(found: FoundThread, before: Thread, after: Thread, scope: Scope): Promise<ThreadRow | null> {
  const { row } = found;
  const messageChanges = after.message !== before.message;
  const periodChanges = JSON.stringify(after.announcement) !== JSON.stringify(before.announcement);
  const isResolved = after.resolved === true;
  if (!messageChanges && !periodChanges && isResolved === before.resolved) return null;
  if (!(await isInCharge(row.author_id, found, scope))) throw refuse(`change the thread of ${row.author_name}`, scope);
  const next = { ...row, message: checkMessage(after.message), resolved: isResolved ? 1 : 0 };
  if (periodChanges && row.starts_at !== null) {
    const description = after.announcement?.description;
    Object.assign(next, await periodOf(after.announcement, row, scope));
    next.doc = JSON.stringify({ ...extraOf(row), announcement: description ? { description } : undefined });
  }
  return next;
}

async function changedAssignees(before: Thread, after: Thread, found: FoundThread, scope: Scope) {
  if (!before.task || !after.task) return null;
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort();
  if (ids(before.task.assignees).join() === ids(after.task.assignees).join()) return null;
  if (!(await isInCharge(found.row.author_id, found, scope)))
    throw refuse(`reassign the task of ${found.row.author_name}`, scope);
  return readAssignees(after.task.assignees, 'task.assignees', scope);
}

export async function removeThread(request: Request, scope: Scope): Promise<Reply> {
  const found = await findThread(parameter(request, 'id'), scope, { lock: true });
  const { row } = found;
  const isOwn = scope.actor.isAdmin || row.author_id === scope.actor.id;
  const { type, about } = found;
  if (!isOwn && !(await isAllowed('Delete', type, () => factsOf(type, about, scope), scope)))
    throw refuse(`delete the thread of ${row.author_name}`, scope);
  const thread = await shownThread(row, scope);
  await deleteThread(scope.sql, row.id);
  return json<Thread>(200, thread, { 'X-OpenMetadata-Change': 'entityDeleted' });
}
