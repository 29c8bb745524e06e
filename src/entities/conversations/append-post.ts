import type { Scope } from '../../catalog/index.js';
import { idAfter } from '../../context/index.js';
import { insertPost, newestPost, type PostRow } from '../../storage/index.js';

/**
 * Adds a post of the caller at the end of a thread or task, which must be locked. Posts are read in the order of their
 * ids, whose times are those of servers: one whose clock is behind must not place its posts before what they answer.
 */
export async function appendPost(threadId: string, message: string, scope: Scope): Promise<PostRow> {
  const { sql, context, actor } = scope;
  const newest = await newestPost(sql, threadId);
  const post: PostRow = {
    id: newest ? idAfter(newest.id, context.id()) : context.id(),
    thread_id: threadId,
    author_id: actor.id,
    author_name: actor.name,
    message,
    at: Math.max(context.now(), newest?.at ?? 0),
  };
  await insertPost(sql, post);
  return post;
}
