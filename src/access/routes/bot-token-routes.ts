// Bot tokens: created and revoked by admins, readable by admins and by the bot itself, which cannot renew its own.
// A renewed token can stay valid for a while, so that programs that use it have time to learn the new one.

import { CatalogError } from '../../../contract/errors.js';
import {
  type AuthenticationMechanism,
  type JwtAuth,
  parseObject,
  type Stored,
  type User,
} from '../../../contract/index.js';
import {
  type DataRoute,
  findForWrite,
  findRow,
  json,
  type Reply,
  type Request,
  readBody,
  readBoolean,
  readLimit,
  replyWith,
  type Scope,
} from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import { type EntityRow, listTokens, revokeTokens } from '../../storage/index.js';
import type { TokenRecords } from '../tokens/token-records.js';
import { tokensChanged } from '../tokens/tokens-changed.js';
import { refuseImpersonator, requireAdmin, requireSelfOrAdmin } from './require-admin.js';

const answers = { 200: { description: 'The token', schema: 'auth/jwtAuth' } };
const LONGEST_OVERLAP = 30 * 86_400;
const overlap = {
  name: 'overlapSeconds',
  description: 'How long the previous token is still accepted, in seconds; it never outlives its own expiry',
  schema: { type: 'integer', minimum: 0, maximum: LONGEST_OVERLAP, default: 0 },
};
const replacedOnly = {
  name: 'replacedOnly',
  description: 'Whether to revoke only tokens that were replaced and are still accepted',
  schema: { type: 'boolean', default: false },
};

export function botTokenRoutes(records: TokenRecords): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: '/v1/users/token/{id}',
      docs: {
        operationId: 'getBotToken',
        summary: 'Get the token of a bot',
        description:
          'Returns the token of a bot in clear text; `JWTToken` is empty if the bot has none. Only administrators and the bot itself may read it.',
        tag: 'user',
        answers,
        errors: [404],
      },
      handle: async ({ params }, scope) => json(200, await readToken(await botOf(params.id, scope), records, scope)),
    },
    {
      kind: 'read',
      method: 'GET',
      path: '/v1/users/auth-mechanism/{id}',
      docs: {
        operationId: 'getAuthMechanism',
        summary: 'Get the authentication mechanism of a bot',
        description:
          'Returns the authentication mechanism of the user of the bot, including its token, which is empty if the bot has none. Only administrators and the bot itself may read it.',
        tag: 'user',
        answers: {
          200: { description: 'The authentication mechanism', schema: 'entity/teams/user#authenticationMechanism' },
        },
        errors: [404],
      },
      handle: async ({ params }, scope) => {
        const config = await readToken(await botOf(params.id, scope), records, scope);
        return json<AuthenticationMechanism>(200, { config, authType: 'JWT' });
      },
    },
    {
      kind: 'read',
      method: 'GET',
      path: '/v1/users/token/{id}/validity',
      docs: {
        operationId: 'listBotTokens',
        summary: 'List when the tokens of a bot end',
        description:
          'Returns the tokens without their values: first the current one, even if it has expired, then those that were replaced with `overlapSeconds` and are still accepted, in the order in which they end. Empty if the bot has no token. Only administrators and the bot itself may read them.',
        tag: 'user',
        answers: { 200: { description: 'The tokens', schema: { pageOf: 'auth/jwtAuth' } } },
        errors: [404],
      },
      handle: async ({ params }, scope) => {
        const row = await botOf(params.id, scope);
        const { current, replaced } = await records.tokensOfBot(row.id, scope.sql, scope.context.now());
        const data = [...(current ? [current] : []), ...replaced].map(({ validity }) => validity);
        return json(200, { data, paging: { total: data.length } });
      },
    },
    // POST names the bot in the body, PUT in the path.
    issueRoute(records, 'POST', '/v1/users/generateToken', 'generateBotToken'),
    issueRoute(records, 'PUT', '/v1/users/generateToken/{id}', 'regenerateBotToken'),
    {
      kind: 'write',
      method: 'PUT',
      path: '/v1/users/revokeToken',
      docs: {
        operationId: 'revokeBotToken',
        summary: 'Revoke the token of a bot',
        description:
          'Revokes the tokens of a bot immediately, including replaced ones. The bot has no access until a new token is created.',
        tag: 'user',
        query: [replacedOnly],
        body: { schema: 'auth/revokeToken', required: true },
        answers: { 200: { description: 'The user of the bot', schema: 'entity/teams/user' } },
        errors: [404],
      },
      handle: (request, scope) => revokeToken(request, records, scope),
    },
  ];
}

async function revokeToken(request: Request, records: TokenRecords, scope: Scope): Promise<Reply> {
  requireAdmin(scope.actor);
  const { id } = readBody(request, 'auth/revokeToken', scope);
  const row = await botOf(id, scope, findForWrite);
  const now = scope.context.now();
  const tokens = readBoolean(request.query.replacedOnly ?? 'false', replacedOnly.name)
    ? (await records.tokensOfBot(row.id, scope.sql, now)).replaced
    : await listTokens(scope.sql, row.id, 'BOT');
  await revokeTokens(
    scope.sql,
    tokens.map((token) => token.id),
    now,
  );
  await tokensChanged(scope);
  return replyWith(scope.catalog.registry.get(ACCESS_TYPE.user), row, undefined, scope);
}

function issueRoute(records: TokenRecords, method: 'POST' | 'PUT', path: string, operationId: string): DataRoute {
  return {
    kind: 'write',
    method,
    path,
    docs: {
      operationId,
      summary: 'Create a new bot token and end the previous one',
      description:
        'Creates a token with the requested validity and returns it. The previous token of the bot is rejected from then on, or after `overlapSeconds`.',
      tag: 'user',
      query: [overlap],
      body: { schema: 'auth/generateToken', required: true },
      answers,
      errors: [404],
    },
    handle: async (request, scope) => {
      requireAdmin(scope.actor);
      const { id, JWTTokenExpiry } = readBody(request, 'auth/generateToken', scope);
      const row = await botOf(request.params.id ?? id, scope, findForWrite);
      const kept = readLimit(request.query.overlapSeconds, 0, 0, LONGEST_OVERLAP, overlap.name);
      return json<JwtAuth>(200, await records.issueForBot(row, JWTTokenExpiry, scope, kept * 1000));
    },
  };
}

/**
 * The user row of a bot. Allowed for admins and the bot itself. Whoever changes tokens locks it, so that of several who
 * do so each sees the tokens of those before.
 */
async function botOf(id: string | undefined, scope: Scope, find: typeof findRow = findRow): Promise<EntityRow> {
  if (id === undefined) throw new CatalogError('BAD_REQUEST', 'id is required');
  requireSelfOrAdmin(scope.actor, id.toLowerCase());
  refuseImpersonator(scope.actor);
  const row = await find(scope.catalog.registry.get(ACCESS_TYPE.user), { id }, 'non-deleted', scope);
  if (parseObject<Stored<User>>(row.doc).isBot !== true)
    throw new CatalogError('BAD_REQUEST', `User ${row.name} is not a bot; only bots have such tokens`);
  return row;
}

/** The token of a bot. compat: without one, an empty text, as clients expect it after the token was revoked. */
async function readToken(row: EntityRow, records: TokenRecords, scope: Scope): Promise<JwtAuth> {
  return (await records.botToken(row.id, scope.sql)) ?? { JWTToken: '', JWTTokenExpiry: 'Unlimited' };
}
