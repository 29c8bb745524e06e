import type { Dialect, Sql } from '../../port.js';
import { createParameters, type Parameters } from '../parameters.js';
import { RELATION } from '../relation-kinds.js';
import { filterCondition, type SeenTypes, seenCondition } from '../row-filter.js';
import { type ThreadRow, threadColumns } from './threads.js';

/** How threads concern people. */
export type ThreadPeople =
  /** They are named in the thread, its posts, or as those who have to act. */
  | { by: 'addressed'; kind: string; ids: readonly string[] }
  /** They opened it; with a type, only threads of this type. */
  | { by: 'author'; ids: readonly string[]; type?: string }
  /** They own, or follow, what the thread is about. */
  | { by: 'owner'; ids: readonly string[] }
  | { by: 'follower'; ids: readonly string[] };

/** Selects threads about entities that the reader may see. */
export interface ThreadQuery {
  /** What the reader may see; null: everything. */
  seen: readonly SeenTypes[] | null;
  aboutId?: string;
  /** Only about this part or what is inside it. */
  part?: string;
  type?: string;
  taskStatus?: string;
  resolved?: boolean;
  /** Announcements that are shown at this time, or not. */
  shownAt?: { at: number; shown: boolean };
  /** One of these has to be true. */
  people?: readonly ThreadPeople[];
}

export interface ThreadPlace {
  at: number;
  id: string;
}

export interface ThreadPage {
  limit: number;
  /** Characters of threads and their newest posts after which the page ends early. */
  text: number;
  after?: ThreadPlace | undefined;
  before?: ThreadPlace | undefined;
}

/** A page of threads, newest first; `before`: the nearest ones before this place, oldest first. `more`: others follow. */
export async function listThreads(
  sql: Sql,
  query: ThreadQuery & ThreadPage,
): Promise<{ rows: ThreadRow[]; more: boolean }> {
  const parameters = createParameters();
  const conditions = conditionsOf(query, sql.dialect, parameters);
  const place = query.before ?? query.after;
  if (place)
    conditions.push(
      `(t.created_at, t.id) ${query.before ? '>' : '<'} (${parameters.add(place.at)}, ${parameters.add(place.id)})`,
    );
  const order = query.before ? 'asc' : 'desc';
  const found = await sql.all<ThreadRow & { found: number }>(
    `select ${threadColumns('t')}, sized.found from (
        select page.id, count(*) over () as found,
          sum(page.size) over (order by page.created_at ${order}, page.id ${order}) - page.size as earlier
        from (
          select t.id, t.created_at, length(t.message) + length(t.doc) + coalesce((select length(p.message)
            from post p where p.thread_id = t.id order by p.id desc limit 1), 0) as size
          from thread t join entity e on e.id = t.about_id and e.deleted < 2
          where ${conditions.join(' and ')} order by t.created_at ${order}, t.id ${order}
          limit ${parameters.add(query.limit + 1)}
        ) as page
      ) as sized join thread t on t.id = sized.id
      where sized.earlier < ${parameters.add(query.text)} order by t.created_at ${order}, t.id ${order}`,
    parameters.values,
  );
  const rows = found.slice(0, query.limit).map(({ found: _, ...row }) => row);
  return { rows, more: Number(found[0]?.found ?? 0) > rows.length };
}

export async function countThreads(sql: Sql, query: ThreadQuery): Promise<number> {
  const parameters = createParameters();
  const conditions = conditionsOf(query, sql.dialect, parameters);
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from thread t join entity e on e.id = t.about_id and e.deleted < 2
      where ${conditions.join(' and ')}`,
    parameters.values,
  );
  return Number(row?.count ?? 0);
}

/** Numbers of threads of one part, type and task status; `shown`: announcements shown at `now`. */
export interface ThreadGroup {
  part: string;
  type: string;
  task_status: string | null;
  count: number;
  shown: number;
}

/** `parts`: threads about each part of an entity apart; otherwise `part` is ''. */
export function groupThreads(sql: Sql, query: ThreadQuery & { now: number; parts: boolean }): Promise<ThreadGroup[]> {
  const parameters = createParameters();
  const conditions = conditionsOf(query, sql.dialect, parameters);
  const now = parameters.add(query.now);
  const part = query.parts ? 't.part' : "''";
  return sql.all<ThreadGroup>(
    `select part, type, task_status, count(*) as count, sum(shown) as shown from (
        select ${part} as part, t.type, t.task_status,
          case when t.starts_at <= ${now} and t.ends_at >= ${now} then 1 else 0 end as shown
        from thread t join entity e on e.id = t.about_id and e.deleted < 2 where ${conditions.join(' and ')}) as found
      group by part, type, task_status order by part, type, task_status`,
    parameters.values,
  );
}

function conditionsOf(query: ThreadQuery, dialect: Dialect, parameters: Parameters): string[] {
  const conditions = [seenCondition(query.seen, 'e', dialect, parameters)];
  const { part, shownAt, people } = query;
  if (query.aboutId !== undefined) conditions.push(`t.about_id = ${parameters.add(query.aboutId)}`);
  if (part) {
    const inside = `${part}::`;
    conditions.push(
      `(t.part = ${parameters.add(part)}
        or substr(t.part, 1, ${parameters.add([...inside].length)}) = ${parameters.add(inside)})`,
    );
  }
  if (query.type !== undefined) conditions.push(`t.type = ${parameters.add(query.type)}`);
  if (query.taskStatus !== undefined) conditions.push(`t.task_status = ${parameters.add(query.taskStatus)}`);
  if (query.resolved !== undefined) conditions.push(`t.resolved = ${query.resolved ? 1 : 0}`);
  if (shownAt) {
    const at = parameters.add(shownAt.at);
    const shown = `(t.starts_at <= ${at} and t.ends_at >= ${at})`;
    conditions.push(`t.starts_at is not null and ${shownAt.shown ? shown : `not ${shown}`}`);
  }
  if (people) {
    const each = people.map((one) => peopleCondition(one, dialect, parameters));
    conditions.push(each.length === 0 ? '1 = 0' : `((${each.join(') or (')}))`);
  }
  return conditions;
}

function peopleCondition(people: ThreadPeople, dialect: Dialect, parameters: Parameters): string {
  if (people.by === 'owner') return filterCondition({ kind: 'ownedBy', ids: people.ids }, 'e', dialect, parameters);
  const ids = dialect.list(parameters.add(JSON.stringify(people.ids)));
  if (people.by === 'author')
    return `t.author_id in ${ids}${people.type === undefined ? '' : ` and t.type = ${parameters.add(people.type)}`}`;
  if (people.by === 'follower')
    return `exists (select 1 from relation f where f.to_id = t.about_id and f.kind = '${RELATION.follows}'
      and f.from_id in ${ids})`;
  return `exists (select 1 from addressee a where a.thread_id = t.id
    and a.kind = ${parameters.add(people.kind)} and a.person_id in ${ids})`;
}
