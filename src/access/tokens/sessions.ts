// User sessions. A session is a token record that all its access tokens refer to; a refresh token can be used once.

import { createHash, randomBytes } from 'node:crypto';
import { CatalogError } from '../../../contract/errors.js';
import { isObject, parseObject } from '../../../contract/index.js';
import type { Command, Scope } from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import {
  deleteKnownAddresses,
  deleteSession,
  deleteSessionsOf,
  type EntityRow,
  getEntityById,
  getSession,
  getToken,
  insertSession,
  listTokens,
  lockCredential,
  putCredential,
  recordLogin,
  revokeTokens,
  shortenSession,
} from '../../storage/index.js';
import { readLoginSetting } from '../login/login-setting.js';
import { forgiveTry, type Proved } from '../login/login-tries.js';
import { type TokenType, unauthorized } from './token-claims.js';
import { counts, type TokenRecords } from './token-records.js';
import { tokensChanged } from './tokens-changed.js';

/** The response to a login. */
export interface JwtResponse {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  /** compat: despite its name, the time at which the access token expires, in milliseconds since 1970. */
  expiryDuration: number;
}

/** The tokens that a command of this file answered. */
export function readTokens(answer: unknown): JwtResponse {
  if (!isObject(answer)) throw new TypeError('a session has tokens');
  const { accessToken, refreshToken, expiryDuration } = answer;
  return {
    accessToken: String(accessToken),
    refreshToken: String(refreshToken),
    tokenType: 'Bearer',
    expiryDuration: Number(expiryDuration),
  };
}

export const OPEN_SESSION = 'access.openSession';
export const REFRESH_SESSION = 'access.refreshSession';
export const END_SESSION = 'access.endSession';
export const SET_PASSWORD = 'access.setPassword';

export const WRONG_PASSWORD = 'You have entered an invalid email or password.';
export const WRONG_OLD_PASSWORD = 'oldPassword is not the password of the user';

const NOT_VALID = 'The refresh token is no longer valid';
const DAY = 86_400_000;
export const REFRESH_LIFETIME = 7 * DAY;
const LONGEST_SESSION = 30 * DAY;

/**
 * `grace`: milliseconds in which the token counts once more after it was used, for clients of which several run at once and whose
 * connection may break before they have the answer. Default: none.
 */
export interface RefreshSession {
  refreshToken: string;
  grace?: number;
}

export interface SetPassword {
  userId: string;
  hash: string;
  /** The session to keep; all other sessions of the user end. */
  keep: string | null;
  /** Whether personal tokens are revoked, too. */
  revokeTokens: boolean;
  /** The old password; null if none was required. */
  proved: Proved | null;
}

/** A link that sets a password ends with the password that it was asked for. */
type EndedToken = TokenType | 'PASSWORD_RESET';

/** Token types that a password change can revoke. */
const SESSIONS: readonly EndedToken[] = ['OM_USER', 'PASSWORD_RESET'];
const OF_PEOPLE: readonly EndedToken[] = [...SESSIONS, 'PERSONAL_ACCESS'];

export function sessionCommands(records: TokenRecords, tokenLifetime: number): Command[] {
  return [
    {
      name: OPEN_SESSION,
      async run(proved: Proved, scope) {
        if (!(await isStillRight(proved, scope))) throw unauthorized(WRONG_PASSWORD);
        const user = await liveUser(proved.userId, scope);
        await forgiveTry(proved, scope);
        await recordLogin(scope.sql, user.id, scope.context.now());
        return open(user, null, scope);
      },
    },
    { name: REFRESH_SESSION, run: refresh },
    { name: END_SESSION, run: (refreshToken: string, scope) => endSession(refreshToken, scope) },
    { name: SET_PASSWORD, run: (set: SetPassword, scope) => setPassword(set, scope) },
  ];

  async function open(user: EntityRow, sid: string | null, scope: Scope): Promise<JwtResponse> {
    const now = scope.context.now();
    const set = await readLoginSetting(scope.sql);
    const expiresAt = now + (set ? set.jwtTokenExpiryTime * 1000 : tokenLifetime);
    const { id, token } = await records.issue(
      user,
      {
        type: 'OM_USER',
        issuedAt: now,
        expiresAt,
        recordExpiresAt: now + LONGEST_SESSION,
        ...(sid === null ? {} : { recordId: sid }),
      },
      scope,
    );
    const refreshToken = randomBytes(32).toString('base64url');
    await insertSession(scope.sql, {
      id: hashOf(refreshToken),
      user_id: user.id,
      created_at: now,
      expires_at: now + REFRESH_LIFETIME,
      doc: JSON.stringify({ sid: id }),
    });
    return { accessToken: token, refreshToken, tokenType: 'Bearer', expiryDuration: expiresAt };
  }

  async function refresh({ refreshToken, grace = 0 }: RefreshSession, scope: Scope): Promise<JwtResponse> {
    const id = hashOf(refreshToken);
    const now = scope.context.now();
    const session = await getSession(scope.sql, id);
    if (!session || session.expires_at <= now) throw unauthorized(NOT_VALID);
    if (grace > 0) await shortenSession(scope.sql, id, now + grace);
    else if (!(await deleteSession(scope.sql, id))) throw unauthorized(NOT_VALID);
    const { sid } = parseObject<{ sid: string }>(session.doc);
    if (!counts(await getToken(scope.sql, sid), 'OM_USER', now)) throw unauthorized('The session has ended');
    return open(await liveUser(session.user_id, scope), sid, scope);
  }
}

/** Ends the session of a refresh token with all its tokens; does nothing if there is none. */
async function endSession(refreshToken: string, scope: Scope): Promise<void> {
  const id = hashOf(refreshToken);
  const session = await getSession(scope.sql, id);
  if (!session) return;
  const { sid } = parseObject<{ sid: string }>(session.doc);
  await revokeTokens(scope.sql, [sid], scope.context.now());
  await deleteSession(scope.sql, id);
  await tokensChanged(scope);
}

export async function setPassword(set: SetPassword, scope: Scope): Promise<void> {
  const { userId, hash, keep, proved } = set;
  if (proved && !(await isStillRight(proved, scope))) throw new CatalogError('BAD_REQUEST', WRONG_OLD_PASSWORD);
  await putCredential(scope.sql, userId, JSON.stringify({ hash }), scope.context.now());
  // Somebody who knew the old password may have logged in from any of them.
  await deleteKnownAddresses(scope.sql, userId);
  if (proved) await forgiveTry(proved, scope);
  await endTokens(userId, { kinds: set.revokeTokens ? OF_PEOPLE : SESSIONS, keep }, scope);
}

/**
 * Whether the password was not changed since it was compared, nor is before the transaction ends: what ends with a
 * password then includes everything that was begun with it.
 */
async function isStillRight({ userId, hash }: Proved, { sql }: Scope): Promise<boolean> {
  const stored = await lockCredential(sql, userId);
  return stored !== undefined && parseObject<{ hash: string }>(stored).hash === hash;
}

/** Revokes a user's tokens of these types, except one session. */
async function endTokens(
  userId: string,
  { kinds, keep }: { kinds: readonly EndedToken[]; keep: string | null },
  scope: Scope,
): Promise<void> {
  const ids = (await listTokens(scope.sql, userId))
    .filter(({ id, kind }) => id !== keep && kinds.some((ended) => ended === kind))
    .map(({ id }) => id);
  await revokeTokens(scope.sql, ids, scope.context.now());
  if (keep === null) await deleteSessionsOf(scope.sql, userId);
  await tokensChanged(scope);
}

/** The stored form of a refresh token. */
export function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

async function liveUser(id: string, scope: Scope): Promise<EntityRow> {
  const row = await getEntityById(scope.sql, id);
  if (row?.type !== ACCESS_TYPE.user || row.deleted !== 0) throw unauthorized('The user no longer exists');
  return row;
}
