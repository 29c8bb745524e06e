import type { Sql } from '../../port.js';

/** A person's credential (a password hash), as JSON text; undefined if there is none. */
export async function getCredential(sql: Sql, userId: string): Promise<string | undefined> {
  return (await sql.get<{ doc: string }>('select doc from credential where user_id = $1', [userId]))?.doc;
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockCredential(tx: Sql, userId: string): Promise<string | undefined> {
  const found = await tx.get<{ doc: string }>(`select doc from credential where user_id = $1${tx.dialect.forWrite}`, [
    userId,
  ]);
  return found?.doc;
}

export async function putCredential(tx: Sql, userId: string, doc: string, at: number): Promise<void> {
  await tx.run(
    `insert into credential (user_id, updated_at, doc) values ($1, $2, $3)
      on conflict (user_id) do update set updated_at = excluded.updated_at, doc = excluded.doc`,
    [userId, at, doc],
  );
}

export async function deleteCredential(tx: Sql, userId: string): Promise<void> {
  await tx.run('delete from credential where user_id = $1', [userId]);
}

/** A key of the installation. `doc` is JSON text, encrypted by its owner. */
export interface KeyRow {
  id: string;
  purpose: string;
  created_at: number;
  /** Since when it is only used for verification; null while in use. */
  retired_at: number | null;
  doc: string;
}

/** All keys of a purpose, newest first. */
export function listKeys(sql: Sql, purpose: string): Promise<KeyRow[]> {
  return sql.all<KeyRow>(
    `select id, purpose, created_at, retired_at, doc from signing_key where purpose = $1
      order by created_at desc, id`,
    [purpose],
  );
}

export async function insertKey(tx: Sql, row: KeyRow): Promise<void> {
  await tx.run('insert into signing_key (id, purpose, created_at, retired_at, doc) values ($1, $2, $3, $4, $5)', [
    row.id,
    row.purpose,
    row.created_at,
    row.retired_at,
    row.doc,
  ]);
}

export async function retireKey(tx: Sql, id: string, at: number): Promise<void> {
  await tx.run('update signing_key set retired_at = $2 where id = $1 and retired_at is null', [id, at]);
}
