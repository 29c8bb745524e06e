import { parseObject, type Stored, type User } from '../../../contract/index.js';
import type { Actor } from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import { accessVersion, capabilitiesOf, getEntityById, getToken, type Sql } from '../../storage/index.js';
import { readClaims, unauthorized } from './token-claims.js';
import { counts, type TokenRecords } from './token-records.js';

/** What a token is worth in one snapshot. */
export interface Verified {
  actor: Actor;
  /** Milliseconds since 1970; infinite if it does not expire. */
  expiresAt: number;
}

/** Throws 401. */
export type VerifyToken = (token: string, sql: Sql, now: number) => Promise<Verified>;

export function createVerifyToken(records: TokenRecords, issuer: string): VerifyToken {
  return async (token, sql, now) => {
    const ring = await records.ring(sql);
    const claims = readClaims(await ring.verify(token, now), issuer, now);
    const record = await getToken(sql, claims.jti);
    if (!counts(record, claims.tokenType, now)) throw unauthorized('Not Authorized! The token was revoked');
    const user = await getEntityById(sql, record.user_id);
    if (user?.type !== ACCESS_TYPE.user || user.deleted !== 0 || user.name !== claims.sub)
      throw unauthorized('Not Authorized! The user of the token no longer exists');
    const { isAdmin = false, isBot = false } = parseObject<Stored<User>>(user.doc);
    const actor: Actor = { id: user.id, name: user.name, isAdmin, isBot };
    if (capabilitiesOf(sql).concurrentWriters) actor.asOf = await accessVersion(sql);
    // A token that was replaced ends before the time in it.
    const [inToken, inRecord] = [claims.exp === null ? null : claims.exp * 1000, record.expires_at];
    return { actor, expiresAt: Math.min(inToken ?? Number.POSITIVE_INFINITY, inRecord ?? Number.POSITIVE_INFINITY) };
  };
}
