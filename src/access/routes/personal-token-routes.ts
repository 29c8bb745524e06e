// Personal access tokens: shown once, when created.

import { CatalogError } from '../../../contract/errors.js';
import { parseObject } from '../../../contract/index.js';
import {
  type DataRoute,
  findRow,
  joinFqn,
  json,
  type Request,
  readBody,
  readFlag,
  type Scope,
} from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import {
  type EntityRow,
  getToken,
  listTokens,
  lockCredential,
  revokeTokens,
  type TokenRow,
} from '../../storage/index.js';
import { recordIdOf } from '../tokens/current-token.js';
import { expiryTime, unauthorized } from '../tokens/token-claims.js';
import type { TokenRecords } from '../tokens/token-records.js';
import { tokensChanged } from '../tokens/tokens-changed.js';
import { refuseImpersonator, requireAdmin } from './require-admin.js';

const KIND = 'PERSONAL_ACCESS';
const path = '/v1/users/security/token';
const list = {
  200: { description: 'The tokens, without their values', schema: { pageOf: 'auth/personalAccessToken' } },
};
const user = {
  name: 'username',
  description: 'Name of the user; only administrators may name another user',
  schema: { type: 'string' },
};

export function personalTokenRoutes(records: TokenRecords): DataRoute[] {
  return [listRoute, createRoute(records), revokeRoute];
}

const listRoute: DataRoute = {
  kind: 'read',
  method: 'GET',
  path,
  docs: {
    operationId: 'listPersonalTokens',
    summary: 'List personal tokens',
    description:
      'Returns the personal tokens of the caller or, for administrators, of another user, without their values.',
    tag: 'user',
    query: [user],
    answers: list,
    errors: [404],
  },
  handle: async ({ query }, scope) => answer(await holderOf(query.username, scope), scope),
};

function createRoute(records: TokenRecords): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path,
    docs: {
      operationId: 'createPersonalToken',
      summary: 'Create a personal token',
      description:
        'Creates a token with the permissions of the caller. The token value is only in this response and cannot be read again.',
      tag: 'user',
      body: { schema: 'auth/createPersonalToken', required: true },
      answers: { 200: { description: 'The token with its value', schema: 'auth/personalAccessToken' } },
    },
    async handle(request, scope) {
      const given = readBody(request, 'auth/createPersonalToken', scope);
      const issuedAt = scope.context.now();
      const expiresAt = expiryTime(given.JWTTokenExpiry, issuedAt);
      if (expiresAt === null) throw new CatalogError('BAD_REQUEST', 'JWTTokenExpiry: a personal token must expire');
      if (given.tokenName.trim() === '') throw new CatalogError('BAD_REQUEST', 'tokenName must not be empty');
      const row = await holderOf(undefined, scope);
      refuseImpersonator(scope.actor);
      if (scope.actor.isBot) throw new CatalogError('BAD_REQUEST', 'bots cannot have personal tokens');
      await keepPassword(row, request, scope);
      const doc = { tokenName: given.tokenName };
      const { id, token } = await records.issue(row, { type: KIND, issuedAt, expiresAt, doc }, scope);
      return json(200, {
        ...shown({ id, user_id: row.id, expires_at: expiresAt, doc: JSON.stringify(doc) }),
        jwtToken: token,
      });
    },
  };
}

const revokeRoute: DataRoute = {
  kind: 'write',
  method: 'PUT',
  path: `${path}/revoke`,
  docs: {
    operationId: 'revokePersonalTokens',
    summary: 'Revoke personal tokens',
    description: 'Revokes one or all personal tokens immediately and returns the remaining ones.',
    tag: 'user',
    query: [
      user,
      { name: 'removeAll', description: 'Whether to revoke all tokens', schema: { type: 'boolean', default: false } },
    ],
    body: { schema: 'auth/revokePersonalToken' },
    answers: list,
    errors: [404],
  },
  async handle(request, scope) {
    const row = await holderOf(request.query.username, scope);
    const own = (await listTokens(scope.sql, row.id, KIND)).map((token) => token.id);
    const all = readFlag(request.query, 'removeAll');
    const wanted = all ? own : (readBody(request, 'auth/revokePersonalToken', scope).tokenIds ?? []);
    await revokeTokens(
      scope.sql,
      wanted.filter((id) => own.includes(id)),
      scope.context.now(),
    );
    await tokensChanged(scope);
    return answer(row, scope);
  },
};

/**
 * Lets the password of the caller not change before the transaction ends, so that a change ends the new token, too. 401 if
 * one that came first has ended the token of the request.
 */
async function keepPassword(row: EntityRow, { bearer }: Request, { sql }: Scope): Promise<void> {
  await lockCredential(sql, row.id);
  const id = recordIdOf(bearer);
  const record = id === null ? undefined : await getToken(sql, id);
  if (!record || record.revoked_at !== null) throw unauthorized('Not Authorized! The token was revoked');
}

async function holderOf(username: string | undefined, scope: Scope): Promise<EntityRow> {
  const type = scope.catalog.registry.get(ACCESS_TYPE.user);
  if (!username || username.toLowerCase() === scope.actor.name)
    return findRow(type, { id: scope.actor.id }, 'non-deleted', scope);
  requireAdmin(scope.actor);
  return findRow(type, { fqn: joinFqn(null, username.toLowerCase()) }, 'non-deleted', scope);
}

async function answer(row: EntityRow, scope: Scope) {
  const now = scope.context.now();
  const tokens = (await listTokens(scope.sql, row.id, KIND)).filter(
    (token) => token.revoked_at === null && (token.expires_at ?? 0) > now,
  );
  return json(200, { data: tokens.map(shown), paging: { total: tokens.length } });
}

function shown({ id, user_id, expires_at, doc }: Pick<TokenRow, 'id' | 'user_id' | 'expires_at' | 'doc'>) {
  const { tokenName } = parseObject<{ tokenName: string }>(doc);
  return { token: id, tokenName, userId: user_id, tokenType: 'PERSONAL_ACCESS_TOKEN', expiryDate: expires_at };
}
