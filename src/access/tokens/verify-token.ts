import type { Actor } from '../../catalog/index.js';
import { ACCESS_TYPE, actorOf } from '../../entities/index.js';
import { accessVersion, capabilitiesOf, getEntityById, getToken, type Sql } from '../../storage/index.js';
import type { AccessAuthorizer } from '../decisions/authorizer.js';
import { impersonate } from './impersonate.js';
import { readClaims, unauthorized } from './token-claims.js';
import { counts, type TokenRecords } from './token-records.js';

/** What a token is worth in one snapshot. */
export interface Verified {
  actor: Actor;
  /** Id of the user that the token was issued to. */
  holderId: string;
  /** Milliseconds since 1970; infinite if it does not expire. */
  expiresAt: number;
}

/** `actsFor`: the name of the user that a bot acts for. Throws 401; 403 if the bot may not act for this user. */
export type VerifyToken = (token: string, sql: Sql, now: number, actsFor?: string) => Promise<Verified>;

export function createVerifyToken(records: TokenRecords, authorizer: AccessAuthorizer, issuer: string): VerifyToken {
  return async (token, sql, now, actsFor) => {
    const ring = await records.ring(sql);
    const claims = readClaims(await ring.verify(token, now), issuer, now);
    const record = await getToken(sql, claims.jti);
    if (!counts(record, claims.tokenType, now)) throw unauthorized('Not Authorized! The token was revoked');
    const user = await getEntityById(sql, record.user_id);
    if (user?.type !== ACCESS_TYPE.user || user.deleted !== 0 || user.name !== claims.sub)
      throw unauthorized('Not Authorized! The user of the token no longer exists');
    const actor = actsFor === undefined ? actorOf(user) : await impersonate(user, actsFor, authorizer, sql);
    if (capabilitiesOf(sql).concurrentWriters) actor.asOf = await accessVersion(sql);
    // A token that was replaced ends before the time in it.
    const [inToken, inRecord] = [claims.exp === null ? null : claims.exp * 1000, record.expires_at];
    return {
      actor,
      holderId: user.id,
      expiresAt: Math.min(inToken ?? Number.POSITIVE_INFINITY, inRecord ?? Number.POSITIVE_INFINITY),
    };
  };
}
