import type { Sql } from '../../port.js';

/** Login attempts under one key since its last reset. */
export interface LoginTryRow {
  key: string;
  tries: number;
  last_at: number;
}

/** The rows of the given keys that exist, in no particular order. */
export function getLoginTries(sql: Sql, keys: readonly string[]): Promise<LoginTryRow[]> {
  return sql.all<LoginTryRow>(`select key, tries, last_at from login_try where key in ${sql.dialect.list('$1')}`, [
    JSON.stringify(keys),
  ]);
}

/** The row of a key, locked until the end of the transaction; created without attempts if missing. */
export async function lockLoginTry(tx: Sql, key: string): Promise<LoginTryRow> {
  const row = await tx.get<LoginTryRow>(
    `insert into login_try (key, tries, last_at) values ($1, 0, 0)
      on conflict (key) do update set tries = login_try.tries returning key, tries, last_at`,
    [key],
  );
  return row!;
}

export async function putLoginTry(tx: Sql, { key, tries, last_at }: LoginTryRow): Promise<void> {
  await tx.run('update login_try set tries = $2, last_at = $3 where key = $1', [key, tries, last_at]);
}

/**
 * Takes back one attempt; `made` is the row as that attempt wrote it. If no other followed, the time is reset to that
 * of the attempt before.
 */
export async function takeBackLoginTry(tx: Sql, made: LoginTryRow, before: number): Promise<void> {
  await tx.run(
    `update login_try set tries = tries - 1, last_at = case when tries = $2 and last_at = $3 then $4 else last_at end
      where key = $1 and tries > 0`,
    [made.key, made.tries, made.last_at, before],
  );
}

export async function deleteLoginTries(tx: Sql, keys: readonly string[]): Promise<void> {
  await tx.run(`delete from login_try where key in ${tx.dialect.list('$1')}`, [JSON.stringify(keys)]);
}

/** Removes all but the latest `keep`. */
export function trimLoginTries(tx: Sql, keep: number): Promise<number> {
  return tx.run(
    `delete from login_try where last_at <= (select last_at from login_try order by last_at desc limit 1 offset $1)`,
    [keep],
  );
}

/** Removes keys whose last attempt was before a time. */
export function deleteLoginTriesBefore(tx: Sql, at: number): Promise<number> {
  return tx.run('delete from login_try where last_at < $1', [at]);
}
