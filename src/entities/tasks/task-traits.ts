/** Fields of tasks that are not stored with them: users, the entity that they are about, comments. */
import type { EntityReference, TaskComment } from '../../../contract/index.js';
import { referenceText, type Scope, type Trait } from '../../catalog/index.js';
import { countPosts, listPosts, RELATION, relationsFrom, relationsTo } from '../../storage/index.js';
import { link } from '../../traits/index.js';
import { shownComments } from '../conversations/posts.js';

export const TASK_EDGE = {
  assignedTo: RELATION.assignedTo,
  created: RELATION.created,
  watches: RELATION.follows,
} as const;

/** The entity that the task is about. It never changes. */
export const about = link({
  field: 'about',
  kind: RELATION.about,
  end: 'from',
  types: null,
  single: true,
  inWrites: true,
  operation: 'EditAll',
});

export const createdBy = link({
  field: 'createdBy',
  kind: TASK_EDGE.created,
  end: 'to',
  types: ['user'],
  single: true,
  inWrites: true,
  always: true,
  operation: 'EditAll',
});

/** compat: reassigning requires a separate right. */
export const assignees = link({
  field: 'assignees',
  kind: TASK_EDGE.assignedTo,
  end: 'to',
  types: ['user', 'team'],
  inWrites: true,
  operation: 'ReassignTask',
});

export const watchers = link({
  field: 'watchers',
  kind: TASK_EDGE.watches,
  end: 'to',
  types: ['user', 'team'],
  inWrites: true,
  input: null,
  operation: 'EditAll',
});

/** Number of comments of a task in a response; fewer if it contains several tasks. */
const MOST_COMMENTS = 1000;
const MOST_TEXT = 1_000_000;

/** The newest comments, oldest first. They are separate rows, so those of concurrent writers are not lost. */
export const comments: Trait<TaskComment[], 'comments'> = {
  field: 'comments',
  empty: '[]',
  inWrites: false,
  load: async (rows, scope) => {
    const posts = await listPosts(
      scope.sql,
      rows.map(({ id }) => id),
      { limit: MOST_COMMENTS, text: MOST_TEXT / Math.max(1, rows.length) },
    );
    const shown = await shownComments(posts, scope);
    return new Map(rows.map(({ id }) => [id, JSON.stringify(shown.filter((_, i) => posts[i]?.thread_id === id))]));
  },
};

export const commentCount: Trait<number, 'commentCount'> = {
  field: 'commentCount',
  empty: '0',
  inWrites: false,
  always: true,
  load: async (rows, scope) => {
    const counts = await countPosts(
      scope.sql,
      rows.map(({ id }) => id),
    );
    return new Map(counts.map(({ id, count }) => [id, String(count)]));
  },
};

/** The domains of the entity that the task is about: derived on read, so they follow every change. */
export const subjectDomains: Trait<EntityReference[], 'domains'> = {
  field: 'domains',
  empty: '[]',
  inWrites: false,
  load: async (rows, scope) => {
    const texts = new Map<string, string>();
    for (const [id, subject] of await subjectsOf(rows, scope)) {
      const domains = await domainsOf(subject, scope);
      if (domains !== '[]') texts.set(id, domains);
    }
    return texts;
  },
};

async function subjectsOf(rows: readonly { id: string }[], scope: Scope): Promise<Map<string, string>> {
  const edges = await relationsFrom(
    scope.sql,
    rows.map(({ id }) => id),
    [RELATION.about],
  );
  return new Map(edges.map(({ from_id, to_id }) => [from_id, to_id]));
}

async function domainsOf(id: string, scope: Scope): Promise<string> {
  const path = scope.catalog.registry.path('domain');
  const edges = await relationsTo(scope.sql, [id], [RELATION.hasDomain]);
  return `[${edges.map(({ ref, from_id }) => referenceText(ref, from_id, path, true)).join(',')}]`;
}
