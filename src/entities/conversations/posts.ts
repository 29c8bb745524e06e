/** Replies and comments as responses show them. */

import type { Post, TaskComment } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { shownReferences } from '../../catalog/index.js';
import type { PostRow } from '../../storage/index.js';
import { reactionsOf } from './reactions.js';

/** Posts of threads. */
export async function shownPosts(rows: readonly PostRow[], scope: Scope): Promise<Post[]> {
  const reactions = await reactionsOf(
    rows.map(({ id }) => id),
    scope,
  );
  return rows.map(({ id, message, at, author_name }) => ({
    id,
    message,
    postTs: at,
    from: author_name,
    reactions: reactions.get(id) ?? [],
  }));
}

/** The same as comments of tasks. */
export async function shownComments(rows: readonly PostRow[], scope: Scope): Promise<TaskComment[]> {
  const [reactions, authors] = await Promise.all([
    reactionsOf(
      rows.map(({ id }) => id),
      scope,
    ),
    shownReferences(
      rows.map(({ author_id }) => author_id),
      scope,
    ),
  ]);
  return rows.map(({ id, message, at, author_id, author_name }) => ({
    id,
    message,
    author: authors.get(author_id) ?? { id: author_id, type: 'user', name: author_name },
    createdAt: at,
    reactions: reactions.get(id) ?? [],
  }));
}
