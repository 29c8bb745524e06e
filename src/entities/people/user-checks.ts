// What a user may look like, and who may say so.
import {
  catalogError,
  isObject,
  listOf,
  parseObject,
  parseReference,
  type Stored,
  type User,
} from '../../../contract/index.js';
import { equal, type Fields, factsOf, factsOfValue, type Scope } from '../../catalog/index.js';
import { type EntityRow, getEntitiesByIds, getPersonByEmail, listEntities, relationsTo } from '../../storage/index.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { fillTeams } from '../teams/organization.js';
import { decideMembership } from '../teams/team-rights.js';

/** Checks a user on every write and completes its teams. */
export async function checkUser(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  if (typeof after.email === 'string') after.email = after.email.toLowerCase();
  // Credentials lie elsewhere; here everybody who sees the user would read them.
  delete after.authenticationMechanism;
  if (!scope.actor.isAdmin) {
    guardAdminFields(after, before, scope);
    guardIdentity(after, before, scope);
    if (before === null && after.isBot === true) await decideBotAccount(scope);
    await guardDomains(after, before, scope);
    await decideMembership(idsOf(before?.teams), idsOf(after.teams), scope);
  }
  await guardEmail(after, before, scope);
  if (before?.isAdmin === true && after.isAdmin !== true) await keepAnAdmin(String(before.id), scope);
  await fillTeams(after, 'teams', scope);
}

/** Rights that people give themselves would be none. */
function guardAdminFields(after: Fields, before: Fields | null, scope: Scope): void {
  const changed = [
    ...((after.isAdmin ?? false) === (before?.isAdmin ?? false) ? [] : ['isAdmin']),
    ...(sameIds(after.roles, before?.roles) ? [] : ['roles']),
    ...((after.allowImpersonation ?? false) === (before?.allowImpersonation ?? false) ? [] : ['allowImpersonation']),
  ];
  if (changed.length === 0) return;
  throw catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} is not admin and may not set ${changed.join(', ')}`,
  );
}

/** Whoever changes who somebody is logs in as them: an e-mail is for its user and for admins, an admin's entry for admins. */
function guardIdentity(after: Fields, before: Fields | null, scope: Scope): void {
  if (before === null || before.id === scope.actor.id) return;
  const guarded = before.isAdmin === true ? ['email', 'teams', 'domains'] : ['email'];
  const changed = guarded.filter((field) => !equal(comparable(after[field]), comparable(before[field])));
  if (changed.length === 0) return;
  throw catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} is not admin and may not set ${changed.join(', ')} of user ${String(before.name)}`,
  );
}

/** The account of a bot is a bot in the making. */
async function decideBotAccount(scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get('bot');
  await scope.catalog.authorizer.decide(scope.actor, ['Create'], type.name, () => factsOfValue(type, {}, scope));
}

/** Domains open what lies in them, so nobody takes one for themselves, and others are given those that the giver may edit. */
async function guardDomains(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  const known = new Set(idsOf(before?.domains));
  const added = idsOf(after.domains).filter((id) => !known.has(id));
  if (added.length === 0) return;
  if (before?.id === scope.actor.id) throw ownDomains(scope);
  const type = scope.catalog.registry.get('domain');
  for (const row of await getEntitiesByIds(scope.sql, added))
    await scope.catalog.authorizer.decide(scope.actor, ['EditAll'], type.name, () => factsOf(type, row, scope));
}

/** Refuses with 403 to put oneself into a domain from the side of the domain. */
export function guardOwnDomain(asset: EntityRow, scope: Scope): void {
  if (!scope.actor.isAdmin && asset.id === scope.actor.id) throw ownDomains(scope);
}

function ownDomains(scope: Scope) {
  return catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} is not admin and may not set their own domains`,
  );
}

async function guardEmail(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  if (typeof after.email !== 'string' || after.email === before?.email) return;
  const taken = await getPersonByEmail(scope.sql, after.email);
  if (taken && taken.user_id !== before?.id)
    throw catalogError('ENTITY_ALREADY_EXISTS', `a user with the email ${after.email} already exists`);
}

/** Refuses with 400 what would leave nobody to administer the catalog. */
export async function keepAnAdmin(leavingId: string, scope: Scope): Promise<void> {
  const conditions = [{ by: 'boolean', field: 'isAdmin', value: true }] as const;
  const admins = await listEntities(scope.sql, { type: 'user', conditions, limit: 2 });
  if (!admins.some((row) => row.id !== leavingId))
    throw catalogError('BAD_REQUEST', 'This is the last administrator; make another user an administrator first');
}

/** A bot is nothing without its account, also one that is soft deleted and may come back. */
export async function refuseAccountOfBot(row: EntityRow, scope: Scope): Promise<void> {
  const [bot] = await relationsTo(scope.sql, [row.id], [ACCESS_EDGE.actsAs]);
  if (!bot) return;
  const { name } = parseReference(bot.ref);
  throw catalogError('BAD_REQUEST', `User ${row.name} is the account of bot ${name}; delete the bot first`);
}

/** Refuses with 403 to delete or bring back an admin, unless another admin asks. */
export function guardAdminAccount(row: EntityRow, what: 'delete' | 'restore', scope: Scope): void {
  if (scope.actor.isAdmin || parseObject<Stored<User>>(row.doc).isAdmin !== true) return;
  throw catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} is not admin and may not ${what} user ${row.name}, who is an administrator`,
  );
}

function comparable(value: unknown): unknown {
  return Array.isArray(value) ? idsOf(value).sort() : (value ?? null);
}

function sameIds(a: unknown, b: unknown): boolean {
  return idsOf(a).sort().join() === idsOf(b).sort().join();
}

function idsOf(list: unknown): string[] {
  return listOf(list, isObject).map(({ id }) => String(id));
}
