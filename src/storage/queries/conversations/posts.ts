import type { Sql } from '../../port.js';

/** A reply in a thread, or a comment on a task. */
export interface PostRow {
  id: string;
  thread_id: string;
  author_id: string;
  author_name: string;
  message: string;
  at: number;
}

const COLUMNS = 'id, thread_id, author_id, author_name, message, at';
const PREFIXED = 'p.id, p.thread_id, p.author_id, p.author_name, p.message, p.at';

export async function insertPost(tx: Sql, row: PostRow): Promise<void> {
  await tx.run(`insert into post (${COLUMNS}) values ($1, $2, $3, $4, $5, $6)`, [
    ...[row.id, row.thread_id, row.author_id, row.author_name, row.message, row.at],
  ]);
}

/** One post of a thread. Its thread has to be locked by writers. */
export function getPost(sql: Sql, threadId: string, id: string): Promise<PostRow | undefined> {
  return sql.get<PostRow>(`select ${COLUMNS} from post where id = $1 and thread_id = $2`, [id, threadId]);
}

/** The last post of a thread. */
export function newestPost(sql: Sql, threadId: string): Promise<Pick<PostRow, 'id' | 'at'> | undefined> {
  return sql.get('select id, at from post where thread_id = $1 order by id desc limit 1', [threadId]);
}

/** How many posts of each thread are read: the newest ones, until their messages have `text` characters together. */
export interface NewestPosts {
  limit: number;
  text: number;
}

/** The newest posts of each thread, oldest first. */
export function listPosts(sql: Sql, threadIds: readonly string[], { limit, text }: NewestPosts): Promise<PostRow[]> {
  if (threadIds.length === 0 || limit === 0) return Promise.resolve([]);
  // Begins at the first post of the page: threads can have many more than are shown.
  return sql.all<PostRow>(
    `select ${PREFIXED} from (
        select p.id, sum(length(p.message)) over (partition by p.thread_id order by p.id desc) - length(p.message) as newer
        from ${sql.dialect.list('$1')} as given
          join post p on p.thread_id = given.value and p.id >= coalesce(
            (select q.id from post q where q.thread_id = given.value order by q.id desc limit 1 offset $2), '')
      ) as sized join post p on p.id = sized.id
      where sized.newer < $3 order by p.thread_id, p.id`,
    [JSON.stringify(threadIds), limit - 1, Math.floor(text)], // callers share characters among threads
  );
}

/** A page of the posts of one thread, oldest first. */
export function pageOfPosts(
  sql: Sql,
  { threadId, limit, offset }: { threadId: string; limit: number; offset: number },
): Promise<PostRow[]> {
  return sql.all<PostRow>(`select ${COLUMNS} from post where thread_id = $1 order by id limit $2 offset $3`, [
    threadId,
    limit,
    offset,
  ]);
}

/** Numbers of posts; threads without any are left out. */
export function countPosts(sql: Sql, threadIds: readonly string[]): Promise<{ id: string; count: number }[]> {
  if (threadIds.length === 0) return Promise.resolve([]);
  return sql.all(
    `select thread_id as id, count(*) as count from post where thread_id in ${sql.dialect.list('$1')} group by thread_id`,
    [JSON.stringify(threadIds)],
  );
}

export async function updatePost(tx: Sql, id: string, message: string): Promise<void> {
  await tx.run('update post set message = $2 where id = $1', [id, message]);
}

/** Removes a post with its reactions. */
export async function deletePost(tx: Sql, id: string): Promise<void> {
  await tx.run('delete from post where id = $1', [id]);
}
