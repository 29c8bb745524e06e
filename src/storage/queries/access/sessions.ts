import type { Sql } from '../../port.js';

/** A login that can be refreshed. `id` is the value in the refresh token, or its hash. */
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

/** Removes a session; false if it did not exist (a refresh token used twice). */
export async function deleteSession(tx: Sql, id: string): Promise<boolean> {
  return (await tx.run('delete from session where id = $1', [id])) === 1;
}

/** Lets a session expire at this time, unless it expires sooner. */
export async function shortenSession(tx: Sql, id: string, until: number): Promise<void> {
  await tx.run('update session set expires_at = $2 where id = $1 and expires_at > $2', [id, until]);
}

export function deleteSessionsOf(tx: Sql, userId: string): Promise<number> {
  return tx.run('delete from session where user_id = $1', [userId]);
}

export function deleteSessionsBefore(tx: Sql, at: number): Promise<number> {
  return tx.run('delete from session where expires_at < $1', [at]);
}

const HOUR = 3_600_000;

/**
 * Records that tokens or keys changed, for servers that cache them. Uses the database's time, so that neither clock
 * skew nor a clock jump hides a change. Removes records that every server has seen.
 */
export async function noteTokenChange(tx: Sql, id: string): Promise<void> {
  const { now } = tx.dialect;
  await tx.run(`delete from revocation where expires_at < ${now} or revoked_at > ${now} + ${HOUR}`);
  await tx.run(`insert into revocation (id, revoked_at, expires_at) values ($1, ${now}, ${now} + ${HOUR})`, [id]);
}

/** Ids recorded in the last milliseconds. */
export async function listTokenChanges(sql: Sql, milliseconds: number): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `select id from revocation where revoked_at >= ${sql.dialect.now} - cast($1 as bigint) order by revoked_at, id`,
    [milliseconds],
  );
  return rows.map((row) => row.id);
}
