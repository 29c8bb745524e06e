/** Routes of tasks beyond those of every type. */
import type { DataRoute, Request, Route, RouteDocs, Scope } from '../../catalog/index.js';
import { fieldsParameter, includeParameter } from '../../catalog/index.js';
import {
  addComment,
  applySuggestion,
  bulkTasks,
  closeTask,
  createTask,
  deleteTask,
  editComment,
  patchTask,
  putTask,
  removeComment,
  resolveTask,
} from './task-handlers.js';
import { countTasks, listAccessRequests, listTasks, mine } from './task-lists.js';

const typeName = 'task';
const schema = 'entity/tasks/task';

const text = (name: string, description: string, more: object = { type: 'string' }) => ({
  name,
  description,
  schema: more,
});
const paging = [
  text('limit', 'Tasks per page', { type: 'integer', minimum: 0, maximum: 1_000_000, default: 10 }),
  text('before', 'Cursor of the previous page'),
  text('after', 'Cursor of the next page'),
  fieldsParameter,
  includeParameter,
];
const inDomain = text('domain', 'Only tasks about entities in this domain');
const states = [
  text('status', 'Only tasks in this state'),
  text('statusGroup', 'Only tasks in a state of this group', { type: 'string', enum: ['open', 'active', 'closed'] }),
];
/** Of lists and counts; counts are by state, whichever one asks for. */
const countFilters = [
  inDomain,
  text('category', 'Only tasks of this category'),
  text('type', 'Only tasks of this type'),
  text('priority', 'Only tasks of this priority'),
  text('assignee', 'Only tasks of this user or team'),
  text('createdBy', 'Only tasks that this user opened'),
  text('createdById', 'The same by id'),
  text('aboutEntity', 'Only tasks about this entity or what is inside it, by FQN'),
  text('aboutService', 'Only tasks about what is inside this service'),
  text('approver', 'Only tasks that this user approved'),
  text('approverId', 'The same by id'),
  text('mentionedUser', 'Only tasks whose comments mention this user'),
];

const filters = [...states, ...countFilters];

interface Declared extends Pick<RouteDocs, 'summary' | 'description' | 'query' | 'body' | 'params'> {
  id: string;
  answer?: RouteDocs['answers'][number]['schema'];
  /** Of every answer; 200 by default. */
  status?: number;
  /** It may also answer 201. */
  creates?: boolean;
}

function docsOf({ id, answer = schema, status = 200, creates = false, ...docs }: Declared): RouteDocs {
  const described = { description: docs.summary, schema: answer };
  return {
    ...docs,
    operationId: id,
    tag: typeName,
    answers: creates ? { [status]: described, 201: described } : { [status]: described },
    errors: [404, 409],
  };
}

const read = (path: string, docs: Declared, handle: DataRoute['handle']): DataRoute => ({
  ...{ kind: 'read', method: 'GET', path },
  ...{ docs: docsOf(docs), handle },
});

const write = (method: DataRoute['method'], path: string, docs: Declared, handle: DataRoute['handle']): DataRoute => ({
  ...{ kind: 'write', method, path },
  ...{ docs: docsOf(docs), handle },
});

const own = (which: keyof typeof mine) => async (request: Request, scope: Scope) =>
  listTasks(request, scope, [await mine[which](scope)]);

export function taskRoutes(path: string): Route[] {
  return [
    ...listRoutes(path),
    ...otherListRoutes(path),
    ...writeRoutes(path),
    ...decisionRoutes(path),
    ...commentRoutes(path),
  ];
}

const accessQuery = [
  ...states,
  inDomain,
  text('dataset', 'FQNs of what access is asked for, separated by commas'),
  text('service', 'Services of what access is asked for'),
  text('requestedBy', 'Who asks'),
  text('requestedById', 'The same by id'),
  text('approver', 'Who approved'),
  text('approverId', 'The same by id'),
  text('accessType', 'Kinds of access, separated by commas'),
  text('assignee', 'Who has to decide'),
  text('assigneeId', 'The same by id'),
  text('q', 'Text in the name or the reason'),
  text('sortOrder', 'By time of creation', { type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
  text('offset', 'Tasks to skip', { type: 'integer', minimum: 0, default: 0 }),
  ...paging.filter(({ name }) => name !== 'before' && name !== 'after'),
];

function listRoutes(path: string): Route[] {
  const answer = { pageOf: schema };
  const mineOf = (which: keyof typeof mine, id: string, summary: string) =>
    read(
      `${path}/${which}`,
      {
        id,
        summary,
        description: 'Only tasks about entities that the caller may see, in the order of their numbers.',
        query: [...states, inDomain, ...paging],
        answer,
      },
      own(which),
    );
  return [
    read(
      path,
      {
        id: 'listTasks',
        summary: 'List tasks',
        description: 'In the order of their numbers. Only tasks about entities that the caller may see.',
        query: [...filters, ...paging],
        answer,
      },
      (request, scope) => listTasks(request, scope),
    ),
    mineOf('assigned', 'listMyAssignedTasks', 'List tasks assigned to the caller or a team of the caller'),
    mineOf('created', 'listMyCreatedTasks', 'List tasks that the caller opened'),
    mineOf('owned', 'listMyOwnedTasks', 'List tasks about what the caller or a team of the caller owns'),
    mineOf('visible', 'listMyVisibleTasks', 'List tasks that concern the caller as assignee or owner'),
  ];
}

function otherListRoutes(path: string): Route[] {
  const answer = { pageOf: schema };
  return [
    read(
      `${path}/count`,
      {
        id: 'getTaskCount',
        summary: 'Count tasks by state',
        description:
          'Counts tasks that the caller may see; `completed` are all that ended in another way than by approval.',
        query: [
          ...countFilters,
          text('view', 'Which tasks', {
            type: 'string',
            enum: ['all', 'visible', 'assigned', 'owned', 'created', 'mentioned', 'entity'],
          }),
        ],
        answer: 'api/tasks/taskCount',
      },
      countTasks,
    ),
    read(
      `${path}/dataAccessRequests`,
      {
        id: 'listDataAccessRequests',
        summary: 'List requests for access to data',
        description: 'By the time of their creation, the newest first unless told otherwise.',
        query: accessQuery,
        answer,
      },
      listAccessRequests,
    ),
    read(
      '/v1/domains/{fqn}/tasks',
      {
        id: 'listTasksOfDomain',
        summary: 'List tasks about entities in a domain',
        description: 'Only tasks about entities that the caller may see, in the order of their numbers.',
        params: { fqn: 'Fully qualified name of the domain.' },
        query: [...filters, ...paging],
        answer,
      },
      (request, scope) =>
        listTasks({ ...request, query: { ...request.query, domain: request.params.fqn ?? '' } }, scope),
    ),
  ];
}

function writeRoutes(path: string): Route[] {
  const body = { schema: 'api/tasks/createTask' };
  const patch = {
    schema: { inline: { type: 'array', items: { type: 'object' } } },
    media: 'application/json-patch+json',
  };
  return [
    write(
      'POST',
      path,
      {
        id: 'createTask',
        summary: 'Open a task',
        description: 'About an entity that the caller may see. Without assignees its owners are asked.',
        body,
        status: 201,
      },
      createTask,
    ),
    write(
      'PUT',
      path,
      {
        id: 'createOrUpdateTask',
        summary: 'Open or change a task',
        description: 'Changes the task whose number is the name; otherwise opens a new one.',
        body,
        creates: true,
      },
      putTask,
    ),
    write(
      'PATCH',
      `${path}/{id}`,
      {
        id: 'patchTask',
        summary: 'Change a task',
        description:
          'For those who opened it, decide about it or may edit what it is about; assignees, reviewers and priority for the last only.',
        body: patch,
      },
      patchTask,
    ),
    write(
      'DELETE',
      `${path}/{id}`,
      {
        id: 'deleteTask',
        summary: 'Delete a task',
        description: 'For those who opened it or may edit what it is about.',
        query: [text('hardDelete', 'For good', { type: 'boolean', default: false })],
      },
      deleteTask,
    ),
  ];
}

function decisionRoutes(path: string): Route[] {
  const comment = [text('comment', 'Why')];
  return [
    write(
      'POST',
      `${path}/{id}/resolve`,
      {
        id: 'resolveTask',
        summary: 'Resolve a task',
        description:
          'Takes the task along one of its transitions. What an approved task proposes is applied with the rights of the caller. For assignees, reviewers and those who may edit what it is about, but not for who opened it.',
        body: { schema: 'api/tasks/resolveTask' },
      },
      resolveTask,
    ),
    write(
      'POST',
      `${path}/{id}/close`,
      {
        id: 'closeTask',
        summary: 'Close a task',
        description: 'Applies nothing. Also for who opened it.',
        query: comment,
      },
      closeTask,
    ),
    write(
      'PUT',
      `${path}/{id}/suggestion/apply`,
      {
        id: 'applySuggestion',
        summary: 'Accept a suggestion',
        description: 'Applies what the task suggests and approves it.',
        query: comment,
      },
      applySuggestion,
    ),
    {
      ...{ kind: 'sliced', method: 'POST', path: `${path}/bulk` },
      docs: docsOf({
        id: 'bulkTaskOperation',
        summary: 'Do the same with several tasks',
        description: 'Tasks are given by id or number. Each succeeds or fails for itself.',
        body: { schema: 'api/tasks/bulkTaskOperation' },
        answer: 'type/bulkTaskOperationResult',
      }),
      handle: bulkTasks,
    },
  ];
}

function commentRoutes(path: string): Route[] {
  const body = { schema: 'api/tasks/createTaskComment' };
  const params = { commentId: 'Id of the comment.' };
  return [
    write(
      'POST',
      `${path}/{id}/comments`,
      { id: 'addTaskComment', summary: 'Comment on a task', description: 'For everybody who sees it.', body },
      addComment,
    ),
    write(
      'PATCH',
      `${path}/{id}/comments/{commentId}`,
      {
        id: 'editTaskComment',
        summary: 'Change a comment',
        description: 'For its author, who may write another text.',
        params,
        body,
      },
      editComment,
    ),
    write(
      'DELETE',
      `${path}/{id}/comments/{commentId}`,
      { id: 'deleteTaskComment', summary: 'Delete a comment', description: 'For its author and admins.', params },
      removeComment,
    ),
  ];
}
