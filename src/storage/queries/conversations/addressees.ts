import type { Sql } from '../../port.js';

/** People that a thread or one of its posts addresses: mentioned ones, and those who have to act. */
export interface AddresseeRow {
  thread_id: string;
  /** '' for the opening message. */
  post_id: string;
  kind: string;
  person_id: string;
}

/** Replaces the people of one kind that a message addresses. */
export async function putAddressees(
  tx: Sql,
  message: Omit<AddresseeRow, 'person_id'>,
  people: readonly string[],
): Promise<void> {
  const { thread_id, post_id, kind } = message;
  await tx.run('delete from addressee where thread_id = $1 and post_id = $2 and kind = $3', [thread_id, post_id, kind]);
  if (people.length > 0)
    await tx.run(
      `insert into addressee (thread_id, post_id, kind, person_id)
        select cast($1 as text), cast($2 as text), cast($3 as text), named.value from ${tx.dialect.list('$4')} as named`,
      [thread_id, post_id, kind, JSON.stringify([...new Set(people)])],
    );
}

/** People of a kind that the opening messages of threads address. */
export function listAddressees(sql: Sql, threadIds: readonly string[], kind: string): Promise<AddresseeRow[]> {
  if (threadIds.length === 0) return Promise.resolve([]);
  return sql.all<AddresseeRow>(
    `select thread_id, post_id, kind, person_id from addressee
      where thread_id in ${sql.dialect.list('$1')} and post_id = '' and kind = $2 order by thread_id, person_id`,
    [JSON.stringify(threadIds), kind],
  );
}
