import type { Sql } from '../../port.js';

/** A reaction of a user to a thread, a post, a comment, an announcement or an activity. */
export interface ReactionRow {
  subject_id: string;
  type: string;
  user_id: string;
  at: number;
}

/** Reactions in the order in which they were added. */
export function listReactions(sql: Sql, subjectIds: readonly string[]): Promise<ReactionRow[]> {
  if (subjectIds.length === 0) return Promise.resolve([]);
  return sql.all<ReactionRow>(
    `select subject_id, type, user_id, at from reaction where subject_id in ${sql.dialect.list('$1')}
      order by subject_id, at, user_id, type`,
    [JSON.stringify(subjectIds)],
  );
}

/** Adds a reaction; false if it was there. */
export async function putReaction(tx: Sql, row: ReactionRow): Promise<boolean> {
  const added = await tx.run(
    'insert into reaction (subject_id, type, user_id, at) values ($1, $2, $3, $4) on conflict do nothing',
    [row.subject_id, row.type, row.user_id, row.at],
  );
  return added === 1;
}

/** Removes a reaction; false if it was not there. */
export async function removeReaction(tx: Sql, row: Omit<ReactionRow, 'at'>): Promise<boolean> {
  const removed = await tx.run('delete from reaction where subject_id = $1 and type = $2 and user_id = $3', [
    row.subject_id,
    row.type,
    row.user_id,
  ]);
  return removed === 1;
}
