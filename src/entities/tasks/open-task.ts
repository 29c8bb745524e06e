/** Opens tasks, for requests of users and for decisions that the server needs. */
import {
  type CreateTask,
  catalogError,
  type EntityReference,
  errorMessages,
  type Task,
} from '../../../contract/index.js';
import { createEntity, type Fields, givenFqn, loadEntities, type Scope, type Written } from '../../catalog/index.js';
import { first } from '../../context/index.js';
import { type EntityRow, getEntityByFqn, nextNumber } from '../../storage/index.js';
import { seenRows } from '../../traits/index.js';
import { asServer } from '../as-server.js';
import { linkedRowToKeep, parseEntityLink } from '../conversations/entity-link.js';
import { ACCESS_REQUEST, checkRequest } from './access-requests.js';
import { formOf } from './forms.js';
import { checkPayload } from './payloads.js';
import { transitionsFrom } from './transitions.js';

/** The entity that a task is about, and the people involved. */
export interface TaskPeople {
  about: EntityRow | null;
  assignees: readonly Pick<EntityReference, 'id' | 'type'>[];
  reviewers: readonly Pick<EntityReference, 'id' | 'type'>[];
}

/** The task for a create request. 404 or 403 if the actor may not see its entity. */
export async function openRequested(create: CreateTask, scope: Scope): Promise<EntityRow> {
  const link = create.about === undefined ? null : parseEntityLink(create.about, 'about', scope);
  if (link?.type.hasSubject && !link.type.isSubject)
    throw catalogError('BAD_REQUEST', `about: a task cannot be about an entity of type ${link.type.name}`);
  const about = link ? await linkedRowToKeep(link, scope) : null;
  const given = await peopleNamed(create.assignees ?? [], scope);
  const people = {
    about,
    assignees: given.length > 0 || !about ? given : await ownersOf(about, scope),
    reviewers: await peopleNamed(create.reviewers ?? [], scope),
  };
  return (await openTask(create, people, scope)).row;
}

/** The content of a task that the server opens. */
type Own = Omit<CreateTask, 'about' | 'assignees' | 'reviewers' | 'domain' | 'category' | 'type'> &
  Pick<Task, 'category' | 'type' | 'workflowStageId' | 'workflowStageDisplayName'>;

/** Opens a task as the actor, who does not need a right for it. */
export function openOwn(create: Own, people: TaskPeople, scope: Scope): Promise<Written> {
  return openTask(create, people, asServer(scope));
}

async function openTask(create: CreateTask | Own, people: TaskPeople, scope: Scope): Promise<Written> {
  const type = scope.catalog.registry.get('task');
  checkPayload(create.type, create.payload, scope);
  const form = await formOf(create, scope);
  const taskId = `TASK-${String(await nextNumber(scope.sql, 'task')).padStart(5, '0')}`;
  // After the number was drawn, which locks out other transactions that open tasks.
  if (create.type === ACCESS_REQUEST) await checkRequest(create.payload, people.about, scope);
  const { name = taskId, ...rest } = create;
  const fields: Fields = {
    ...rest,
    ...form,
    name,
    taskId,
    status: 'Open',
    priority: create.priority ?? 'Medium',
    createdAt: scope.context.now(),
    createdById: scope.actor.id,
    createdBy: { id: scope.actor.id, type: 'user' },
    availableTransitions: transitionsFrom(create.type, 'Open'),
    about: people.about ? { id: people.about.id, type: people.about.type } : undefined,
    assignees: people.assignees.map(({ id, type: of }) => ({ id, type: of })),
    reviewers: people.reviewers.map(({ id, type: of }) => ({ id, type: of })),
  };
  delete fields.domain;
  for (const key of Object.keys(fields)) if (fields[key] === undefined) delete fields[key];
  return createEntity(type, fields, scope);
}

/** Limited, because each is looked up within the transaction of the request. */
const MOST_PEOPLE = 100;

/** Users and teams by FQN; 404 for others, and 400 for too many. */
export async function peopleNamed(given: readonly string[], scope: Scope): Promise<EntityRow[]> {
  const names = new Set(given);
  if (names.size > MOST_PEOPLE)
    throw catalogError('BAD_REQUEST', `A task can have at most ${MOST_PEOPLE} assignees and as many reviewers`);
  const found: EntityRow[] = [];
  for (const name of names) {
    const row = await personNamed(name, scope);
    if (!row) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('user', name.slice(0, 300)));
    if (!found.some(({ id }) => id === row.id)) found.push(row);
  }
  return found;
}

/** The user or team with this FQN; undefined for a deleted one and for one that the actor may not see. */
export async function personNamed(name: string, scope: Scope): Promise<EntityRow | undefined> {
  const named = (type: string) => getEntityByFqn(scope.sql, type, givenFqn(scope.catalog.registry.get(type), name));
  const row = (await named('user')) ?? (await named('team'));
  if (row?.deleted !== 0) return undefined;
  return (await seenRows([row], () => false, scope))[0];
}

/** Owners of an entity, own or inherited ones. */
export function ownersOf(row: EntityRow, scope: Scope): Promise<EntityReference[]> {
  return peopleIn('owners', row, scope);
}

/** Reviewers of an entity, own or inherited ones. */
export function reviewersOf(row: EntityRow, scope: Scope): Promise<EntityReference[]> {
  return peopleIn('reviewers', row, scope);
}

async function peopleIn(field: 'owners' | 'reviewers', row: EntityRow, scope: Scope): Promise<EntityReference[]> {
  const type = scope.catalog.registry.get(row.type);
  const { value } = first(await loadEntities([row], type, scope));
  const people = value[field];
  return Array.isArray(people) ? people : [];
}
