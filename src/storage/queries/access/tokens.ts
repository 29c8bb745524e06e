import type { Sql } from '../../port.js';

/** A registered token (of a bot or a person). The token itself is never stored. */
export interface TokenRow {
  id: string;
  user_id: string;
  kind: string;
  created_at: number;
  /** null: does not expire. */
  expires_at: number | null;
  revoked_at: number | null;
  /** JSON text. */
  doc: string;
}

const COLUMNS = 'id, user_id, kind, created_at, expires_at, revoked_at, doc';

export async function insertToken(tx: Sql, row: TokenRow): Promise<void> {
  await tx.run(`insert into token (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)`, [
    row.id,
    row.user_id,
    row.kind,
    row.created_at,
    row.expires_at,
    row.revoked_at,
    row.doc,
  ]);
}

export function getToken(sql: Sql, id: string): Promise<TokenRow | undefined> {
  return sql.get<TokenRow>(`select ${COLUMNS} from token where id = $1`, [id]);
}

/** Tokens of a person or bot, oldest first, including revoked ones. */
export function listTokens(sql: Sql, userId: string, kind?: string): Promise<TokenRow[]> {
  return sql.all<TokenRow>(
    `select ${COLUMNS} from token where user_id = $1${kind === undefined ? '' : ' and kind = $2'} order by created_at, id`,
    kind === undefined ? [userId] : [userId, kind],
  );
}

/** Revokes the given tokens that are not revoked yet and returns how many. */
export function revokeTokens(tx: Sql, ids: readonly string[], at: number): Promise<number> {
  return tx.run(`update token set revoked_at = $2 where id in ${tx.dialect.list('$1')} and revoked_at is null`, [
    JSON.stringify(ids),
    at,
  ]);
}

/** Changes when a token ends and what is stored with it. */
export async function updateToken(tx: Sql, { id, expires_at, doc }: TokenRow): Promise<void> {
  await tx.run('update token set expires_at = $2, doc = $3 where id = $1', [id, expires_at, doc]);
}

export function deleteTokens(tx: Sql, ids: readonly string[]): Promise<number> {
  return tx.run(`delete from token where id in ${tx.dialect.list('$1')}`, [JSON.stringify(ids)]);
}

/** Removes tokens that expired or were revoked before a time. */
export function deleteTokensBefore(tx: Sql, at: number): Promise<number> {
  return tx.run('delete from token where expires_at < $1 or revoked_at < $1', [at]);
}
