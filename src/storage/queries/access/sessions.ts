import type { Sql } from '../../port.js';

/** A log-in that can be refreshed. `id` is what the refresh token carries, or its hash. */
export interface SessionRow {
  id: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  /** JSON text. */
  doc: string;
}

export async function insertSession(tx: Sql, row: SessionRow): Promise<void> {
  await tx.run('insert into session (id, user_id, created_at, expires_at, doc) values ($1, $2, $3, $4, $5)', [
    row.id,
    row.user_id,
    row.created_at,
    row.expires_at,
    row.doc,
  ]);
}

export function getSession(sql: Sql, id: string): Promise<SessionRow | undefined> {
  return sql.get<SessionRow>('select id, user_id, created_at, expires_at, doc from session where id = $1', [id]);
}

/** Removes a session; false when it was gone (a refresh token used twice). */
export async function deleteSession(tx: Sql, id: string): Promise<boolean> {
  return (await tx.run('delete from session where id = $1', [id])) === 1;
}

export function deleteSessionsOf(tx: Sql, userId: string): Promise<number> {
  return tx.run('delete from session where user_id = $1', [userId]);
}

export function deleteSessionsBefore(tx: Sql, at: number): Promise<number> {
  return tx.run('delete from session where expires_at < $1', [at]);
}

/** A token refused before its time: by its own id, or everything of a person issued until then. */
export interface RevocationRow {
  id: string;
  revoked_at: number;
  /** When it may be forgotten, because the tokens it refuses have expired. */
  expires_at: number;
}

export async function putRevocation(tx: Sql, row: RevocationRow): Promise<void> {
  await tx.run(
    `insert into revocation (id, revoked_at, expires_at) values ($1, $2, $3)
      on conflict (id) do update set revoked_at = excluded.revoked_at, expires_at = excluded.expires_at`,
    [row.id, row.revoked_at, row.expires_at],
  );
}

/** Revocations made at or after a time, oldest first; 0 for all. */
export function listRevocations(sql: Sql, since: number): Promise<RevocationRow[]> {
  return sql.all<RevocationRow>(
    'select id, revoked_at, expires_at from revocation where revoked_at >= $1 order by revoked_at, id',
    [since],
  );
}

export function deleteRevocationsBefore(tx: Sql, at: number): Promise<number> {
  return tx.run('delete from revocation where expires_at < $1', [at]);
}
