/** Routes of conversations: `/v1/feed`. */
import { type DataRoute, json, parameter, type RouteDocs } from '../catalog/index.js';
import { countFeed, listFeed } from './thread-list.js';
import { addPost, listThreadPosts, patchPost, removePost } from './thread-posts.js';
import { closeTask, getTask, resolveTask } from './thread-tasks.js';
import { createThread, findThread, patchThread, removeThread, shownThread } from './threads.js';

const path = '/v1/feed';
const tag = 'Feeds';
const thread = 'entity/feed/thread';
const patch = {
  schema: { inline: { type: 'array', items: { type: 'object' } } },
  media: 'application/json-patch+json',
};

const text = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  description,
  schema,
});
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });

const listQuery = [
  text('limitPosts', 'Newest posts to return with each thread', { type: 'integer', minimum: 0, default: 3 }),
  text('limit', 'Threads per page', { type: 'integer', minimum: 1, maximum: 1_000_000, default: 10 }),
  text('before', 'Cursor of the previous page'),
  text('after', 'Cursor of the next page'),
  text('entityLink', 'Only threads about this entity, or with a field, about this part of it'),
  text('userId', 'Only threads that concern this user, as `filterType` says'),
  text(
    'filterType',
    'How threads concern the user',
    oneOf('OWNER', 'MENTIONS', 'FOLLOWS', 'ASSIGNED_TO', 'ASSIGNED_BY', 'OWNER_OR_FOLLOWS'),
  ),
  text('resolved', 'Resolved conversations instead of open ones', { type: 'boolean', default: false }),
  text('type', 'Only threads of this type', oneOf('Conversation', 'Task', 'Announcement', 'Chatbot')),
  text('taskStatus', 'Only tasks in this state', oneOf('Open', 'Closed')),
  text('activeAnnouncement', 'Only announcements that are shown now, or only the others', { type: 'boolean' }),
];

const countQuery = listQuery.filter(({ name }) => ['entityLink', 'userId', 'filterType'].includes(name));

type Handle = DataRoute['handle'];

function route(
  method: DataRoute['method'],
  below: string,
  docs: Omit<RouteDocs, 'tag' | 'answers'> & { answer?: RouteDocs['answers'][number]['schema']; status?: number },
  handle: Handle,
): DataRoute {
  const { answer = thread, status = 200, ...rest } = docs;
  return {
    kind: method === 'GET' ? 'read' : 'write',
    method,
    path: `${path}${below}`,
    docs: { ...rest, tag, answers: { [status]: { description: docs.summary, schema: answer } } },
    handle,
  };
}

export function threadRoutes(): DataRoute[] {
  return [...readingRoutes(), ...writingRoutes(), ...postRoutes(), ...taskRoutes()];
}

function readingRoutes(): DataRoute[] {
  const list = {
    operationId: 'listThreads',
    summary: 'List threads',
    description: 'Newest first. Only threads about entities that the caller may see.',
    query: listQuery,
    answer: { pageOf: thread },
    errors: [404],
  };
  const count = {
    operationId: 'countThreads',
    summary: 'Count threads',
    description:
      'Returns one row for each part of the entity that has threads, or without `entityLink` one for all threads that the caller may see. `mentionCount` counts threads that mention the caller.',
    query: countQuery,
    answer: { arrayOf: 'api/feed/threadCount' },
    errors: [404],
  };
  const get = {
    operationId: 'getThreadByID',
    summary: 'Get a thread with its posts',
    description: 'Visible to everybody who may see what it is about.',
    errors: [404],
  };
  return [
    route('GET', '', list, listFeed),
    route('GET', '/count', count, countFeed),
    route('GET', '/{id}', get, async (request, scope) =>
      json(200, await shownThread((await findThread(parameter(request, 'id'), scope)).row, scope)),
    ),
  ];
}

function writingRoutes(): DataRoute[] {
  const create = {
    operationId: 'createThread',
    summary: 'Create a thread',
    description:
      'Opens a conversation, a task or an announcement about an entity that the caller may see. The message can mention users and teams with entity links.',
    body: { schema: 'api/feed/createThread' },
    status: 201,
    errors: [404, 409],
  };
  const change = {
    operationId: 'patchThread',
    summary: 'Update a thread',
    description:
      'Everybody who sees the thread may react and resolve it. Its author, editors of the entity and admins may change the message, the announcement and who has to act.',
    body: patch,
    errors: [404],
  };
  const remove = {
    operationId: 'deleteThread',
    summary: 'Delete a thread with its posts',
    description: 'For the author, for those who may delete the entity, and for admins.',
    errors: [404],
  };
  return [
    route('POST', '', create, createThread),
    route('PATCH', '/{id}', change, patchThread),
    route('DELETE', '/{id}', remove, removeThread),
  ];
}

function postRoutes(): DataRoute[] {
  const post = 'entity/feed/thread#post';
  const params = { id: 'Id of the thread.', postId: 'Id of the post.' };
  const list = {
    operationId: 'getAllPostOfThread',
    summary: 'List the posts of a thread',
    description: 'Oldest first, each with its author and its reactions.',
    query: [
      text('limit', 'Posts per page', { type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
      text('offset', 'Posts to skip', { type: 'integer', minimum: 0, default: 0 }),
    ],
    answer: { pageOf: post },
    errors: [404],
  };
  const add = {
    operationId: 'addPostToThread',
    summary: 'Add a post to a thread',
    description: 'Returns the thread with all its posts.',
    body: { schema: 'api/feed/createPost' },
    status: 201,
    errors: [404],
  };
  const change = {
    operationId: 'patchPostOfThread',
    summary: 'Update a post',
    description: 'Everybody who sees the thread may react; the author and admins may change the message.',
    body: patch,
    params,
    answer: post,
    errors: [404],
  };
  const remove = {
    operationId: 'deletePostFromThread',
    summary: 'Delete a post',
    description: 'For the author, for editors of the entity and for admins.',
    params,
    answer: post,
    errors: [404],
  };
  return [
    route('GET', '/{id}/posts', list, listThreadPosts),
    route('POST', '/{id}/posts', add, addPost),
    route('PATCH', '/{id}/posts/{postId}', change, patchPost),
    route('DELETE', '/{id}/posts/{postId}', remove, removePost),
  ];
}

function taskRoutes(): DataRoute[] {
  const params = { id: { description: 'Number of the task.', schema: { type: 'integer', minimum: 1 } } };
  const get = {
    operationId: 'getFeedTaskById',
    summary: 'Get the thread of a task by its number',
    description: 'Visible to everybody who may see what it is about.',
    params,
    errors: [404],
  };
  const resolve = {
    operationId: 'resolveThreadTask',
    summary: 'Resolve the task of a thread',
    description:
      'Applies the new value to the entity with the rights of the caller, and closes the task. For those who have to act, editors of the entity and admins.',
    params,
    body: { schema: 'api/feed/resolveTask' },
    errors: [404],
  };
  const close = {
    operationId: 'closeThreadTask',
    summary: 'Close the task of a thread',
    description: 'Leaves the entity as it is. Also for the author of the task.',
    params,
    body: { schema: 'api/feed/closeTask' },
    errors: [404],
  };
  return [
    route('GET', '/tasks/{id}', get, getTask),
    route('PUT', '/tasks/{id}/resolve', resolve, resolveTask),
    route('PUT', '/tasks/{id}/close', close, closeTask),
  ];
}
