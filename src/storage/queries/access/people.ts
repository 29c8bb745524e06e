import type { Sql } from '../../port.js';
import { createParameters } from '../parameters.js';
import { type SeenTypes, seenCondition } from '../row-filter.js';

/** Data of a user outside the entity: for finding them by e-mail, when they were last active, their preferences. */
export interface PersonRow {
  user_id: string;
  email: string;
  last_login_at: number | null;
  last_activity_at: number | null;
  /** JSON text of the preferences, by kind. */
  preferences: string;
}

/** Maximum difference between the clocks of servers. Milliseconds. */
const CLOCK_SKEW = 60_000;
const COLUMNS = 'user_id, email, last_login_at, last_activity_at, preferences';

export function getPersonByEmail(sql: Sql, email: string): Promise<PersonRow | undefined> {
  return sql.get<PersonRow>(`select ${COLUMNS} from person where email = $1`, [email]);
}

/** In no particular order; unknown users are left out. */
export function getPeople(sql: Sql, userIds: readonly string[]): Promise<PersonRow[]> {
  return sql.all<PersonRow>(`select ${COLUMNS} from person where user_id in ${sql.dialect.list('$1')}`, [
    JSON.stringify(userIds),
  ]);
}

/** Adds a user, or updates the e-mail. Throws `UniqueViolation` if another user has the e-mail. */
export async function putPersonEmail(tx: Sql, userId: string, email: string): Promise<void> {
  await tx.run(
    `insert into person (user_id, email, preferences) values ($1, $2, '{}')
      on conflict (user_id) do update set email = excluded.email`,
    [userId, email],
  );
}

export async function putPersonPreferences(tx: Sql, userId: string, preferences: string): Promise<void> {
  await tx.run('update person set preferences = $2 where user_id = $1', [userId, preferences]);
}

/** A login counts as activity. */
export async function recordLogin(tx: Sql, userId: string, at: number): Promise<void> {
  await tx.run('update person set last_login_at = $2, last_activity_at = $2 where user_id = $1', [userId, at]);
}

/** Times only increase, except that one after `now` is replaced: it dates from before a clock was set back. */
export async function recordActivity(
  tx: Sql,
  seen: readonly { userId: string; at: number }[],
  now: number,
): Promise<void> {
  for (const { userId, at } of seen) {
    await tx.run(
      `update person set last_activity_at = $2
        where user_id = $1 and (last_activity_at is null or last_activity_at < $2 or last_activity_at > $3)`,
      [userId, at, now + CLOCK_SKEW],
    );
  }
}

export async function deletePerson(tx: Sql, userId: string): Promise<void> {
  await tx.run('delete from person where user_id = $1', [userId]);
}

/** Ids of users active since a time, most recent first. */
export async function listActivePeople(
  sql: Sql,
  { since, limit, offset }: { since: number; limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const rows = await sql.all<{ user_id: string }>(
    `select user_id from person where last_activity_at >= $1
      order by last_activity_at desc, user_id limit $2 offset $3`,
    [since, limit, offset],
  );
  const count = await sql.get<{ total: number }>('select count(*) as total from person where last_activity_at >= $1', [
    since,
  ]);
  return { ids: rows.map((row) => row.user_id), total: count?.total ?? 0 };
}

/**
 * The number of distinct live members of each group and all groups below it that the reader may see (null: all);
 * groups without any are left out.
 */
export function countMembers(
  sql: Sql,
  groupIds: readonly string[],
  seen: readonly SeenTypes[] | null = null,
): Promise<{ id: string; count: number }[]> {
  const parameters = createParameters(JSON.stringify(groupIds));
  return sql.all(
    `with recursive below (root, id) as (
        select entity.id, entity.id from entity where entity.id in ${sql.dialect.list('$1')}
        union
        select below.root, edge.to_id from below
          join relation edge on edge.from_id = below.id and edge.kind = 'parentOf')
      select below.root as id, count(distinct edge.to_id) as count from below
        join relation edge on edge.from_id = below.id and edge.kind = 'has'
        join entity member on member.id = edge.to_id and member.deleted = 0
         and ${seenCondition(seen, 'member', sql.dialect, parameters)}
       group by below.root`,
    parameters.values,
  );
}
