// The grant of a bot to act for users (`X-Impersonate-User`), which is a flag and a role of the account of the bot.
import {
  type Bot,
  type CreateBot,
  catalogError,
  isObject,
  listOf,
  parseObject,
  parseReference,
  type Stored,
  type User,
} from '../../../contract/index.js';
import { changeEntity, type Fields, findRow, type Scope } from '../../catalog/index.js';
import { type EntityRow, getEntityByFqn } from '../../storage/index.js';
import { ACCESS_TYPE, IMPERSONATION_ROLE } from '../policies/access-edges.js';
import { notAdmin } from '../policies/not-admin.js';

/**
 * Gives or takes the grant that a request for a bot asks for. 403 for everybody but administrators, 400 to give it to a bot
 * that exists.
 */
export async function grantAsAsked(
  { botUser, allowImpersonation }: CreateBot,
  stored: Stored<Bot> | null,
  scope: Scope,
): Promise<void> {
  if (allowImpersonation === undefined || botUser === undefined) return;
  const account = await findRow(scope.catalog.registry.get(ACCESS_TYPE.user), { fqn: botUser }, 'all', scope);
  if (mayImpersonate(account) === allowImpersonation) return;
  if (!scope.actor.isAdmin) throw notAdmin('set allowImpersonation', scope);
  if (stored && allowImpersonation)
    throw catalogError('BAD_REQUEST', 'allowImpersonation can only be enabled when the bot is created');
  await setGrant(account, allowImpersonation, scope);
}

/** As an administrator, or the server itself. */
export async function setGrant(account: EntityRow, granted: boolean, scope: Scope): Promise<void> {
  const role = await getEntityByFqn(scope.sql, ACCESS_TYPE.role, IMPERSONATION_ROLE);
  const change = (user: Fields): Fields => {
    const others = listOf(user.roles, isObject).filter(({ id }) => id !== role?.id);
    const roles: unknown[] = granted && role?.deleted === 0 ? [...others, parseReference(role.ref)] : others;
    return { ...user, allowImpersonation: granted, roles };
  };
  const granting = { ...scope, actor: { ...scope.actor, asker: scope.actor } };
  await changeEntity(scope.catalog.registry.get(ACCESS_TYPE.user), account, change, granting);
}

/** The grant belongs to the bot of an account: nobody changes it on the account. 400. */
export function guardGrant(after: Fields, before: Fields | null, { actor }: Scope): void {
  const changed = (after.allowImpersonation ?? false) !== (before?.allowImpersonation ?? false);
  if (changed && actor.asker === undefined)
    throw catalogError('BAD_REQUEST', "allowImpersonation can't be modified; set it when the bot is created");
}

export function mayImpersonate({ doc }: EntityRow): boolean {
  return parseObject<Stored<User>>(doc).allowImpersonation === true;
}
