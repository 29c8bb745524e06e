/** Composes threads for responses. */

import { parseObject, type TaskDetails, type Thread } from '../../contract/index.js';
import type { Scope } from '../catalog/index.js';
import { apiUrl, shownReferences } from '../catalog/index.js';
import { ADDRESSED, entityLink, reactionsOf, shownPosts } from '../entities/index.js';
import {
  countPosts,
  getEntitiesByIds,
  listAddressees,
  listPosts,
  type NewestPosts,
  type ThreadRow,
} from '../storage/index.js';

/** Fields of a thread that are stored as one text. */
export interface ThreadExtra {
  addressedTo?: string;
  announcement?: { description?: string };
  chatbot?: Thread['chatbot'];
  domains?: string[];
  task?: Pick<TaskDetails, 'type' | 'oldValue' | 'suggestion' | 'newValue' | 'closedBy' | 'closedAt'>;
}

export const extraOf = (row: ThreadRow): ThreadExtra => parseObject<ThreadExtra>(row.doc);

/** Threads in the order of `rows`, each with its newest posts. */
export async function shownThreads(rows: readonly ThreadRow[], wanted: NewestPosts, scope: Scope): Promise<Thread[]> {
  const ids = rows.map(({ id }) => id);
  const [posts, counts, reactions, people, subjects] = await Promise.all([
    postsOf(ids, wanted, scope),
    countPosts(scope.sql, ids),
    reactionsOf(ids, scope),
    assigneesOf(rows, scope),
    subjectsOf(rows, scope),
  ]);
  const numbers = new Map(counts.map(({ id, count }) => [id, Number(count)]));
  return rows.map((row): Thread => {
    const subject = subjects.get(row.about_id);
    const { addressedTo, chatbot, domains } = extraOf(row);
    return {
      id: row.id,
      type: threadType(row),
      href: `${apiUrl(scope)}/v1/feed/${row.id}`,
      threadTs: row.created_at,
      about: entityLink(row.about_type, subject?.fqn ?? '', row.part),
      ...(subject?.reference ? { entityRef: subject.reference } : {}),
      ...(domains ? { domains } : {}),
      generatedBy: 'user',
      cardStyle: 'default',
      fieldOperation: 'updated',
      ...(addressedTo ? { addressedTo } : {}),
      createdBy: row.author_name,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
      resolved: row.resolved === 1,
      message: row.message,
      postsCount: numbers.get(row.id) ?? 0,
      posts: posts.get(row.id) ?? [],
      reactions: reactions.get(row.id) ?? [],
      ...taskOf(row, people),
      ...announcementOf(row),
      ...(chatbot ? { chatbot } : {}),
    };
  });
}

const threadTypes = ['Conversation', 'Task', 'Announcement', 'Chatbot'] as const;

function threadType({ type }: ThreadRow): (typeof threadTypes)[number] {
  return threadTypes.find((one) => one === type) ?? 'Conversation';
}

function taskOf(row: ThreadRow, people: ReadonlyMap<string, TaskDetails['assignees']>): Pick<Thread, 'task'> {
  const { task } = extraOf(row);
  if (row.task_number === null || !task) return {};
  const { type, ...rest } = task;
  const status = row.task_status === 'Closed' ? 'Closed' : 'Open';
  return { task: { id: row.task_number, type, assignees: people.get(row.id) ?? [], status, ...rest } };
}

function announcementOf(row: ThreadRow): Pick<Thread, 'announcement'> {
  if (row.starts_at === null || row.ends_at === null) return {};
  return { announcement: { ...extraOf(row).announcement, startTime: row.starts_at, endTime: row.ends_at } };
}

async function postsOf(ids: readonly string[], wanted: NewestPosts, scope: Scope) {
  const rows = await listPosts(scope.sql, ids, wanted);
  const shown = await shownPosts(rows, scope);
  const found = new Map<string, Thread['posts'] & object>();
  for (const [i, { thread_id }] of rows.entries()) {
    const list = found.get(thread_id) ?? [];
    const post = shown[i];
    if (post) list.push(post);
    found.set(thread_id, list);
  }
  return found;
}

async function assigneesOf(rows: readonly ThreadRow[], scope: Scope): Promise<Map<string, TaskDetails['assignees']>> {
  const tasks = rows.filter(({ task_number }) => task_number !== null).map(({ id }) => id);
  const people = await listAddressees(scope.sql, tasks, ADDRESSED.assignee);
  const references = await shownReferences(
    people.map(({ person_id }) => person_id),
    scope,
  );
  const found = new Map<string, TaskDetails['assignees']>();
  for (const { thread_id, person_id } of people) {
    const reference = references.get(person_id);
    if (reference) found.set(thread_id, [...(found.get(thread_id) ?? []), reference]);
  }
  return found;
}

/** The current link, which follows renames because threads store the id of their entity. */
async function subjectsOf(rows: readonly ThreadRow[], scope: Scope) {
  const ids = [...new Set(rows.map(({ about_id }) => about_id))];
  const [found, references] = await Promise.all([getEntitiesByIds(scope.sql, ids), shownReferences(ids, scope)]);
  return new Map(found.map(({ id, fqn }) => [id, { fqn, reference: references.get(id) }]));
}
