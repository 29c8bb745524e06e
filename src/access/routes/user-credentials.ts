// Credentials in a create request for a user: a password, or a bot token.

import { CatalogError, forbidden } from '../../../contract/errors.js';
import { parseObject, type User } from '../../../contract/index.js';
import type { DataRoute, Reply, Request, Route, Scope } from '../../catalog/index.js';
import { getEntityById, putCredential } from '../../storage/index.js';
import { checkPassword, hashPassword } from '../login/password.js';
import type { TokenExpiry } from '../tokens/token-claims.js';
import type { TokenRecords } from '../tokens/token-records.js';
import { refuseImpersonator } from './require-admin.js';

const PATHS = new Set(['POST /v1/users', 'PUT /v1/users']);

interface UserCreate {
  password?: string;
  confirmPassword?: string;
  authenticationMechanism?: { authType?: string; config?: { JWTTokenExpiry?: TokenExpiry } };
}

/** Wraps routes that create users, to store passwords and issue tokens in the same transaction. */
export function withUserCredentials(route: Route, records: TokenRecords): Route {
  if (route.kind !== 'write' || !PATHS.has(`${route.method} ${route.path}`)) return route;
  const write: DataRoute = {
    ...route,
    async handle(request, scope) {
      const reply = await route.handle(request, scope);
      return addCredentials(request, reply, records, scope);
    },
  };
  return write;
}

async function addCredentials(request: Request, reply: Reply, records: TokenRecords, scope: Scope): Promise<Reply> {
  const create = parseObject<UserCreate>(request.body ?? '{}'); // validated by the wrapped route
  if (!create.password && !create.authenticationMechanism) return reply;
  refuseBot(scope);
  refuseImpersonator(scope.actor);
  const user = parseObject<User>(String(reply.body));
  // A bot's first token is issued on creation; only admins can issue later ones.
  if (user.isBot && (reply.status === 201 || scope.actor.isAdmin)) return addToken(create, user, reply, records, scope);
  // A PUT on an existing user does not change the password: only the user can, with the old password.
  if (create.password && reply.status === 201) await storePassword(create, user.id, scope);
  return reply;
}

/** Bots must not create accounts that somebody can log in with. Throwing rolls back the transaction. */
function refuseBot({ actor }: Scope): void {
  if (actor.isBot && !actor.isAdmin)
    throw forbidden(actor, 'is a bot and may not set password or authenticationMechanism');
}

async function addToken(create: UserCreate, user: User, reply: Reply, records: TokenRecords, scope: Scope) {
  const { authType, config } = create.authenticationMechanism ?? {};
  if (authType !== 'JWT') return reply;
  const known = await records.botToken(user.id, scope.sql);
  const row = await getEntityById(scope.sql, user.id);
  if (!row) throw new Error(`user ${user.id} disappeared within its transaction`);
  const token = known ?? (await records.issueForBot(row, config?.JWTTokenExpiry ?? 'Unlimited', scope));
  return { ...reply, body: JSON.stringify({ ...user, authenticationMechanism: { config: token, authType } }) };
}

async function storePassword(create: UserCreate, userId: string, scope: Scope): Promise<void> {
  const password = create.password ?? '';
  if (create.confirmPassword !== undefined && create.confirmPassword !== password)
    throw new CatalogError('BAD_REQUEST', 'password and confirmPassword do not match');
  checkPassword(password);
  await putCredential(scope.sql, userId, JSON.stringify({ hash: await hashPassword(password) }), scope.context.now());
}
