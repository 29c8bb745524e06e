/** The posts of threads, which are replies of users. */
import { catalogError, errorMessages, type Post, type Thread, type ThreadEventType } from '../../contract/index.js';
import {
  checkId,
  json,
  parameter,
  type Reply,
  type Request,
  readBody,
  readLimit,
  type Scope,
} from '../catalog/index.js';
import { first } from '../context/index.js';
import { appendPost, changeReactions, recordMentions, shownPosts } from '../entities/index.js';
import {
  countPosts,
  deletePost,
  getPost,
  type PostRow,
  pageOfPosts,
  updatePost,
  updateThread,
} from '../storage/index.js';
import { checkMessage, type FoundThread, findThread, isInCharge, patched, publish, refuse } from './threads.js';

export async function listThreadPosts(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await findThread(parameter(request, 'id'), scope);
  const limit = readLimit(request.query.limit, 100, 1, 1000);
  const offset = readLimit(request.query.offset, 0, 0, 1_000_000_000, 'offset');
  const rows = await pageOfPosts(scope.sql, { threadId: row.id, limit, offset });
  const [count] = await countPosts(scope.sql, [row.id]);
  const paging = { total: Number(count?.count ?? 0), limit, offset };
  return json(200, { data: await shownPosts(rows, scope), paging });
}

export async function addPost(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await findThread(parameter(request, 'id'), scope, { lock: true });
  const message = checkMessage(readBody(request, 'api/feed/createPost', scope).message);
  const post = await appendPost(row.id, message, scope);
  await recordMentions(message, { threadId: row.id, postId: post.id }, scope);
  const thread = await touched(row, 'postCreated', scope);
  return json<Thread>(201, thread, { Location: thread.href ?? '', 'X-OpenMetadata-Change': 'postCreated' });
}

export async function patchPost(request: Request, scope: Scope): Promise<Reply> {
  const { found, post } = await findPost(request, scope);
  const before = first(await shownPosts([post], scope));
  const after = patched(before, request, 'entity/feed/thread#post', scope);
  await changeReactions(post.id, before.reactions ?? [], after.reactions, scope);
  if (after.message !== before.message) {
    if (!scope.actor.isAdmin && post.author_id !== scope.actor.id)
      throw refuse(`change the post of ${post.author_name}`, scope);
    await updatePost(scope.sql, post.id, checkMessage(after.message));
    await recordMentions(after.message, { threadId: post.thread_id, postId: post.id }, scope);
  }
  const shown = first(await shownPosts([{ ...post, message: after.message }], scope));
  if (JSON.stringify(shown) === JSON.stringify(before))
    return json<Post>(200, before, { 'X-OpenMetadata-Change': 'entityNoChange' });
  await touched(found.row, 'postUpdated', scope);
  return json<Post>(200, shown, { 'X-OpenMetadata-Change': 'postUpdated' });
}

export async function removePost(request: Request, scope: Scope): Promise<Reply> {
  const { found, post } = await findPost(request, scope);
  if (!(await isInCharge(post.author_id, found, scope))) throw refuse(`delete the post of ${post.author_name}`, scope);
  const shown = first(await shownPosts([post], scope));
  await deletePost(scope.sql, post.id);
  await touched(found.row, 'threadUpdated', scope);
  return json<Post>(200, shown, { 'X-OpenMetadata-Change': 'entityDeleted' });
}

/** The thread stays locked, so posts and reactions of one thread are written one after another. */
async function findPost(request: Request, scope: Scope): Promise<{ found: FoundThread; post: PostRow }> {
  const found = await findThread(parameter(request, 'id'), scope, { lock: true });
  const id = checkId(parameter(request, 'postId'));
  const post = await getPost(scope.sql, found.row.id, id);
  if (!post) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('post', id));
  return { found, post };
}

async function touched(row: FoundThread['row'], kind: ThreadEventType, scope: Scope): Promise<Thread> {
  const next = { ...row, updated_at: Math.max(scope.context.now(), row.updated_at), updated_by: scope.actor.name };
  await updateThread(scope.sql, next);
  return publish(kind, next, scope);
}
