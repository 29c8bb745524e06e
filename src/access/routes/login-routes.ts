// Login, logout and passwords.

import { CatalogError } from '../../../contract/errors.js';
import { parseObject } from '../../../contract/index.js';
import {
  type ActionRoute,
  type ActionScope,
  type DataRoute,
  json,
  type Request,
  type Route,
  readBody,
  type Scope,
} from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import {
  deleteSession,
  type EntityRow,
  getCredential,
  getEntityByFqn,
  getEntityById,
  getPersonByEmail,
  getToken,
  isKnownAddress,
  revokeTokens,
  type Sql,
} from '../../storage/index.js';
import type { Comparisons } from '../login/comparisons.js';
import { accountOf, addressHash, countedAddress, tryKeys, wantedName } from '../login/login-keys.js';
import { type Proved, refuseEarly, takeTry } from '../login/login-tries.js';
import { checkPassword, hashPassword, randomPassword, verifyPassword } from '../login/password.js';
import { recordIdOf } from '../tokens/current-token.js';
import {
  hashOf,
  type JwtResponse,
  OPEN_SESSION,
  REFRESH_SESSION,
  readTokens,
  SET_PASSWORD,
  type SetPassword,
  WRONG_OLD_PASSWORD,
  WRONG_PASSWORD,
} from '../tokens/sessions.js';
import { unauthorized } from '../tokens/token-claims.js';
import { tokensChanged } from '../tokens/tokens-changed.js';
import { refuseImpersonator, requireActor, requireAdmin } from './require-admin.js';

const session = {
  type: 'object',
  properties: {
    accessToken: { type: 'string' },
    refreshToken: { type: 'string' },
    tokenType: { type: 'string' },
    expiryDuration: { type: 'integer', description: 'When the access token expires, in milliseconds since 1970' },
  },
};
const sessionAnswer = { 200: { description: 'The tokens of the session', schema: { inline: session } } };
const textAnswer = (description: string) => ({ 200: { description, schema: { inline: { type: 'string' } } } });

/** Body limit of a login in bytes: names and passwords at maximum length, escaped, plus whitespace. */
export const LOGIN_BODY = 16_384;
/** Body limit of requests that contain tokens, in bytes. */
const TOKEN_BODY = 65_536;

export function loginRoutes(comparisons: Comparisons, logIn: LogIn): Route[] {
  return [login(logIn), refresh, logout, changePassword(comparisons), randomPasswordRoute];
}

function login(logIn: LogIn): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: '/v1/users/login',
    open: true,
    bodyLimit: LOGIN_BODY,
    docs: {
      operationId: 'loginUser',
      summary: 'Log in with e-mail address (or name) and password',
      description:
        'Starts a session and returns an access token and a refresh token. After repeated failures, further attempts are rejected for some time.',
      tag: 'user',
      body: { schema: 'auth/loginRequest', required: true },
      answers: sessionAnswer,
      errors: [401, 413],
    },
    handle: async (request, scope) => json(200, await logIn(request, scope)),
  };
}

/** Opens a session for the name and password in the body; fails with 401, and with 429 during a wait. */
export type LogIn = (request: Request, scope: ActionScope) => Promise<JwtResponse>;

export function createLogIn(comparisons: Comparisons): LogIn {
  // Compared for accounts that do not exist, so that the response time does not reveal whether an account exists.
  let nobody: Promise<string> | null = null;
  return async (request, scope) => {
    const { email, password } = readBody(request, 'auth/loginRequest', scope);
    const { found, keys, address } = await readTry(email, request, scope);
    return comparisons.run(async () => {
      const taken = await takeTry(keys, scope);
      nobody ??= hashPassword(randomPassword());
      const hash = found?.hash ?? (await nobody);
      const good = await verifyPassword(hash, password);
      if (!good || !found) throw unauthorized(WRONG_PASSWORD);
      const proved: Proved = { taken, userId: found.userId, address, hash };
      return readTokens(await scope.command(OPEN_SESSION, proved));
    });
  };
}

/** The account of an attempt and the keys it counts under. Fails with 429 during a wait. */
async function readTry(emailOrName: string, { from }: Request, { read, context }: ActionScope) {
  const counted = countedAddress(from);
  const address = addressHash(counted);
  return read(async (sql) => {
    const found = await findLogin(emailOrName, sql);
    const known = await isKnownAddress(sql, found?.userId ?? '', address);
    const keys = tryKeys(accountOf(found?.name ?? emailOrName), counted, known);
    await refuseEarly(keys, context.now(), sql);
    return { found, keys, address };
  });
}

const refresh: ActionRoute = {
  kind: 'action',
  method: 'POST',
  path: '/v1/users/refresh',
  open: true,
  bodyLimit: LOGIN_BODY,
  docs: {
    operationId: 'refreshToken',
    summary: 'Refresh the tokens of a session',
    description:
      'Exchanges a refresh token for a new access token and a new refresh token. Each refresh token can be used once.',
    tag: 'user',
    body: { schema: 'auth/tokenRefreshRequest', required: true },
    answers: sessionAnswer,
    errors: [401, 413],
  },
  async handle(request, scope) {
    const body = readBody(request, 'auth/tokenRefreshRequest', scope);
    if (!body.refreshToken) throw new CatalogError('BAD_REQUEST', 'refreshToken is required');
    return json(200, await scope.command(REFRESH_SESSION, { refreshToken: body.refreshToken }));
  },
};

const logout: DataRoute = {
  kind: 'write',
  method: 'POST',
  path: '/v1/users/logout',
  bodyLimit: TOKEN_BODY,
  docs: {
    operationId: 'logoutUser',
    summary: 'Log out',
    description:
      'Ends the session that the token in the body belongs to. All servers reject its access and refresh tokens from then on.',
    tag: 'user',
    body: { schema: 'auth/logoutRequest', required: true },
    answers: textAnswer('Logged out'),
    errors: [413],
  },
  async handle(request, scope) {
    const { token, refreshToken } = readBody(request, 'auth/logoutRequest', scope);
    const ids = [recordIdOf(request.bearer), readId(token)].filter((id) => id !== null);
    await revokeTokens(scope.sql, await ownIds(ids, scope), scope.context.now());
    if (refreshToken) await deleteSession(scope.sql, hashOf(refreshToken));
    await tokensChanged(scope);
    return json(200, 'Logout Successful');
  },
};

function changePassword(comparisons: Comparisons): ActionRoute {
  return {
    kind: 'action',
    method: 'PUT',
    path: '/v1/users/changePassword',
    bodyLimit: LOGIN_BODY,
    docs: {
      operationId: 'changeUserPassword',
      summary: 'Change your own password or, as an administrator, that of another user',
      description:
        'Sets a new password and ends the other sessions of that user. The old password is required unless an administrator changes the password of another user.',
      tag: 'user',
      body: { schema: 'auth/changePasswordRequest', required: true },
      answers: textAnswer(
        'The password was changed and the other sessions of the user ended; with revokeTokens, personal tokens were revoked too',
      ),
      errors: [404, 413],
    },
    async handle(request, scope) {
      const actor = requireActor(scope.actor);
      refuseImpersonator(actor);
      const body = readBody(request, 'auth/changePasswordRequest', scope);
      if (body.newPassword !== body.confirmPassword)
        throw new CatalogError('BAD_REQUEST', 'newPassword and confirmPassword do not match');
      checkPassword(body.newPassword);
      const self = (body.requestType ?? 'SELF') === 'SELF';
      if (!self) requireAdmin(actor);
      const name = self ? actor.name : (body.username ?? '');
      const proof = self ? await proveOldPassword(name, body.oldPassword, request, { scope, comparisons }) : null;
      const userId = proof?.userId ?? (await scope.read((sql) => findLogin(name, sql)))?.userId;
      if (userId === undefined) throw noSuchUser(name);
      const data: SetPassword = {
        userId,
        hash: await comparisons.run(() => hashPassword(body.newPassword)),
        keep: self ? recordIdOf(request.bearer) : null,
        revokeTokens: body.revokeTokens ?? false,
        proved: proof,
      };
      await scope.command(SET_PASSWORD, data);
      return json(200, 'Password Updated Successfully');
    },
  };
}

/** Each attempt counts like a login, so that a stolen session cannot be used to guess the password. */
async function proveOldPassword(
  name: string,
  oldPassword: string | undefined,
  request: Request,
  { scope, comparisons }: { scope: ActionScope; comparisons: Comparisons },
): Promise<Proved> {
  const { found, keys, address } = await readTry(name, request, scope);
  if (!found) throw noSuchUser(name);
  const { userId, hash } = found;
  return comparisons.run(async () => {
    const taken = await takeTry(keys, scope);
    if (hash === null || !(await isPassword(hash, oldPassword)))
      throw new CatalogError('BAD_REQUEST', WRONG_OLD_PASSWORD);
    return { taken, userId, address, hash };
  });
}

function noSuchUser(name: string): CatalogError {
  return new CatalogError('ENTITY_NOT_FOUND', `user instance for ${name} not found`);
}

const randomPasswordRoute: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/users/generateRandomPwd',
  docs: {
    operationId: 'generateRandomPassword',
    summary: 'Generate a random password',
    description: 'Returns a random password as a suggestion. The password is not stored or assigned to a user.',
    tag: 'user',
    answers: textAnswer('The password; it is not stored'),
  },
  async handle(_, scope) {
    requireAdmin(scope.actor);
    return json(200, randomPassword());
  },
};

interface Login {
  userId: string;
  name: string;
  /** null if the user has no password. */
  hash: string | null;
}

/** Finds a user by e-mail or name; bots are excluded. */
async function findLogin(emailOrName: string, sql: Sql): Promise<Login | null> {
  const wanted = wantedName(emailOrName);
  const person = wanted.includes('@') ? await getPersonByEmail(sql, wanted) : undefined;
  const row = person ? await getEntityById(sql, person.user_id) : await findByName(wanted, sql);
  if (row?.type !== ACCESS_TYPE.user || row.deleted !== 0 || row.doc.includes('"isBot":true')) return null;
  const credential = await getCredential(sql, row.id);
  return {
    userId: row.id,
    name: row.name,
    hash: credential ? parseObject<{ hash: string }>(credential).hash : null,
  };
}

async function findByName(name: string, sql: Sql): Promise<EntityRow | undefined> {
  return (
    (await getEntityByFqn(sql, ACCESS_TYPE.user, name)) ?? (await getEntityByFqn(sql, ACCESS_TYPE.user, `"${name}"`))
  );
}

async function isPassword(hash: string, given: string | undefined): Promise<boolean> {
  return given !== undefined && (await verifyPassword(hash, given));
}

/** The record id in a token from a request body; null if it is not a token of this server. */
function readId(token: string): string | null {
  try {
    return recordIdOf(token);
  } catch {
    return null;
  }
}

/** Keeps only the ids of tokens that belong to the caller. */
async function ownIds(ids: readonly string[], scope: Scope): Promise<string[]> {
  const records = await Promise.all([...new Set(ids)].map((id) => getToken(scope.sql, id)));
  return records.filter((record) => record?.user_id === scope.actor.id).map((record) => record?.id ?? '');
}
