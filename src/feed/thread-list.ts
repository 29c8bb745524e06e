/** Lists and counts of the threads about entities that the caller may see. */
import { catalogError, type Thread } from '../../contract/index.js';
import {
  checkId,
  createSight,
  json,
  type ListPosition,
  type Reply,
  type Request,
  readBoolean,
  readCursor,
  readFlag,
  readLimit,
  type Scope,
  visibleIds,
  writeCursor,
} from '../catalog/index.js';
import { ADDRESSED, entityLink, linkedRow, parseEntityLink, withTeams } from '../entities/index.js';
import {
  countThreads,
  groupThreads,
  listThreads,
  type ThreadGroup,
  type ThreadPeople,
  type ThreadPlace,
  type ThreadQuery,
  type ThreadRow,
} from '../storage/index.js';
import { shownThreads } from './thread-document.js';

const THREAD_TYPES: readonly string[] = ['Conversation', 'Task', 'Announcement', 'Chatbot'];
const TASK_STATES: readonly string[] = ['Open', 'Closed'];
const FILTERS = ['OWNER', 'MENTIONS', 'FOLLOWS', 'ASSIGNED_TO', 'ASSIGNED_BY', 'OWNER_OR_FOLLOWS'] as const;
type FilterType = (typeof FILTERS)[number];
/** Maximum number of threads per page; a request for more gets pages of this size. */
const PAGE = 1000;
const HIGHEST = 1_000_000;
/** Maximum number of posts on a page. */
const POSTS_OF_PAGE = 10_000;
/** Number of characters after which a page ends, and after which its posts end, since texts can be long. */
const MOST_TEXT = 4_000_000;

export async function listFeed(request: Request, scope: Scope): Promise<Reply> {
  const { query } = request;
  const limit = Math.min(PAGE, readLimit(query.limit, 10, 1, HIGHEST));
  const wanted = readLimit(query.limitPosts, 3, 0, HIGHEST, 'limitPosts');
  const limitPosts = Math.min(wanted, Math.max(3, Math.floor(POSTS_OF_PAGE / limit)));
  if (query.after && query.before)
    throw catalogError('BAD_REQUEST', 'Only one of the query parameters after and before is allowed');
  const asked = ['feed', ...ASKED.map((name) => query[name] ?? '')];
  const after = query.after ? placeOf(readCursor(query.after, 'after', asked)) : undefined;
  const before = query.before ? placeOf(readCursor(query.before, 'before', asked)) : undefined;
  const selected = await selectThreads(request, scope);
  const { rows, more } = await listThreads(scope.sql, { ...selected, after, before, limit, text: MOST_TEXT });
  const page = before ? rows.reverse() : rows;
  const posts = { limit: limitPosts, text: MOST_TEXT / limit };
  const [head, last] = [page[0], page.at(-1)];
  const paging = {
    total: await countThreads(scope.sql, selected),
    ...(head && (after || (before && more)) ? { before: writeCursor(positionOf(head), asked) } : {}),
    ...(last && (before || more) ? { after: writeCursor(positionOf(last), asked) } : {}),
  };
  return json<{ data: Thread[]; paging: object }>(200, { data: await shownThreads(page, posts, scope), paging });
}

const ASKED = ['entityLink', 'userId', 'filterType', 'resolved', 'type', 'taskStatus', 'activeAnnouncement'] as const;

const positionOf = ({ created_at, id }: ThreadRow): ListPosition => ({ key: String(created_at), id });
const placeOf = ({ key, id }: ListPosition): ThreadPlace => ({ at: Number(key), id });

async function selectThreads({ query }: Request, scope: Scope): Promise<ThreadQuery> {
  const type = oneOf(query.type, THREAD_TYPES, 'type');
  const status = oneOf(query.taskStatus, TASK_STATES, 'taskStatus');
  const active = query.activeAnnouncement ? readBoolean(query.activeAnnouncement, 'activeAnnouncement') : undefined;
  const resolved = readFlag(query, 'resolved');
  return {
    seen: createSight(scope).counted(),
    ...(await aboutOf(query.entityLink, scope)),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { taskStatus: status }),
    // compat: tasks and announcements have states of their own.
    ...(type === undefined || type === 'Conversation' || query.resolved ? { resolved } : {}),
    ...(active === undefined ? {} : { shownAt: { at: scope.context.now(), shown: active } }),
    ...(await peopleOf(query.userId, query.filterType, scope)),
  };
}

async function aboutOf(
  link: string | undefined,
  scope: Scope,
): Promise<Partial<Pick<ThreadQuery, 'seen' | 'aboutId' | 'part'>>> {
  if (!link) return {};
  const parsed = parseEntityLink(link, 'query param entityLink', scope);
  const { id } = await linkedRow(parsed, 'all', scope);
  // Callers who may see the entity may see all threads about it, so they are not decided one by one.
  return { seen: null, aboutId: id, part: parsed.part };
}

async function peopleOf(
  userId: string | undefined,
  filterType: string | undefined,
  scope: Scope,
): Promise<Pick<ThreadQuery, 'people'>> {
  const filter = oneOf(filterType, FILTERS, 'filterType');
  if (!userId) return {};
  const id = checkId(userId);
  const isSeen = id === scope.actor.id || (await visibleIds([{ id, type: 'user' }], scope)).has(id);
  // Nothing is returned about a user whom the caller may not see.
  if (!isSeen) return { people: [{ by: 'author', ids: [] }] };
  const ids = await withTeams(id, scope);
  return { people: peopleBy(filter ?? 'OWNER', id, ids) };
}

function peopleBy(filter: FilterType, id: string, ids: readonly string[]): ThreadPeople[] {
  const assigned: ThreadPeople = { by: 'addressed', kind: ADDRESSED.assignee, ids };
  // compat: what a user opened or is asked to do concerns them under every filter that is not about tasks.
  const tasks: ThreadPeople[] = [assigned, { by: 'author', ids: [id], type: 'Task' }];
  switch (filter) {
    case 'MENTIONS':
      return [{ by: 'addressed', kind: ADDRESSED.mention, ids }, ...tasks];
    case 'FOLLOWS':
      return [{ by: 'follower', ids: [id] }, ...tasks];
    case 'ASSIGNED_TO':
      return [assigned];
    case 'ASSIGNED_BY':
      return [{ by: 'author', ids: [id] }];
    case 'OWNER':
      return [{ by: 'owner', ids }, ...tasks];
    case 'OWNER_OR_FOLLOWS':
      return [{ by: 'owner', ids }, { by: 'follower', ids: [id] }, ...tasks];
  }
}

function oneOf<T extends string>(text: string | undefined, allowed: readonly T[], name: string): T | undefined {
  if (text === undefined || text === '') return undefined;
  const found = allowed.find((one) => one === text);
  if (found !== undefined) return found;
  throw catalogError('BAD_REQUEST', `query param ${name} must be one of ${allowed.join(', ')}`);
}

/** Counts threads: one row for each part of the entity, or one for everything visible. */
export async function countFeed(request: Request, scope: Scope): Promise<Reply> {
  const { query } = request;
  const link = query.entityLink ? parseEntityLink(query.entityLink, 'query param entityLink', scope) : null;
  const about = link ? await linkedRow(link, 'all', scope) : null;
  const selected: ThreadQuery = {
    seen: createSight(scope).counted(),
    ...(link && about ? { seen: null, aboutId: about.id, part: link.part } : {}),
    ...(await peopleOf(query.userId, query.filterType, scope)),
  };
  const groups = await groupThreads(scope.sql, { ...selected, now: scope.context.now(), parts: about !== null });
  const mentioned = await mentionsByPart(selected, about !== null, scope);
  const parts = new Set([...(about ? [] : ['']), ...groups.map(({ part }) => part)]);
  return json(
    200,
    [...parts].map((part) => ({
      ...countsOf(groups.filter((group) => group.part === part)),
      mentionCount: mentioned.get(part) ?? 0,
      ...(about ? { entityLink: entityLink(about.type, about.fqn, part) } : {}),
    })),
  );
}

async function mentionsByPart(selected: ThreadQuery, parts: boolean, scope: Scope): Promise<Map<string, number>> {
  const ids = await withTeams(scope.actor.id, scope);
  const people: ThreadPeople[] = [{ by: 'addressed', kind: ADDRESSED.mention, ids }];
  const found = new Map<string, number>();
  for (const { part, count } of await groupThreads(scope.sql, { ...selected, people, now: scope.context.now(), parts }))
    found.set(part, (found.get(part) ?? 0) + Number(count));
  return found;
}

function countsOf(groups: readonly ThreadGroup[]) {
  const sum = (fits: (group: ThreadGroup) => boolean, of: 'count' | 'shown' = 'count') =>
    groups.filter(fits).reduce((total, group) => total + Number(group[of]), 0);
  const isTask = ({ type }: ThreadGroup) => type === 'Task';
  const isAnnouncement = ({ type }: ThreadGroup) => type === 'Announcement';
  const active = sum(isAnnouncement, 'shown');
  return {
    conversationCount: sum(({ type }) => type === 'Conversation'),
    openTaskCount: sum((group) => isTask(group) && group.task_status === 'Open'),
    closedTaskCount: sum((group) => isTask(group) && group.task_status === 'Closed'),
    totalTaskCount: sum(isTask),
    totalAnnouncementCount: sum(isAnnouncement),
    activeAnnouncementCount: active,
    inactiveAnnouncementCount: sum(isAnnouncement) - active,
  };
}
