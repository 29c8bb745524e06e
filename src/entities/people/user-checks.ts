// Checks users, and who may change them.
import {
  catalogError,
  isObject,
  listOf,
  parseObject,
  parseReference,
  type Stored,
  type User,
} from '../../../contract/index.js';
import { equal, type Fields, factsOfValue, type Scope } from '../../catalog/index.js';
import { type EntityRow, getPersonByEmail, listEntities, relationsTo } from '../../storage/index.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { notAdmin } from '../policies/not-admin.js';
import { fillTeams } from '../teams/organization.js';
import { addedDomains, decideDomains, decideMembership } from '../teams/team-rights.js';
import { guardGrant } from './impersonation.js';
import { settleProfile } from './profile.js';

/** Checks a user on every write and completes its teams. */
export async function checkUser(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  if (typeof after.email === 'string') after.email = after.email.toLowerCase();
  // Credentials are stored elsewhere; here everyone who may read the user would see them.
  delete after.authenticationMechanism;
  if (!scope.actor.isAdmin) {
    guardAdminFields(after, before, scope);
    guardIdentity(after, before, scope);
    if (before === null && after.isBot === true) await decideBotAccount(scope);
    await guardDomains(after, before, scope);
    await decideMembership(idsOf(before?.teams), idsOf(after.teams), scope);
  }
  guardGrant(after, before, scope);
  guardPreferences(after, before, scope);
  await guardEmail(after, before, scope);
  // Nobody confirmed the new one.
  if (before?.isEmailVerified === true && after.email !== before.email) after.isEmailVerified = false;
  if (before?.isAdmin === true && after.isAdmin !== true) await keepAnAdmin(String(before.id), scope);
  await fillTeams(after, 'teams', scope);
  settleProfile(after, before, scope);
}

const WEB_ADDRESS = /^https?:\/\/[^\s/]/i;

/** Fields that identify a user to the identity provider: users who could set them could sign in as somebody else. */
const IDENTITY = ['externalId', 'scimUserName'] as const;

/** Only admins set these fields, since they grant rights. 403. */
function guardAdminFields(after: Fields, before: Fields | null, scope: Scope): void {
  const changed = [
    ...((after.isAdmin ?? false) === (before?.isAdmin ?? false) ? [] : ['isAdmin']),
    ...(sameIds(after.roles, before?.roles) ? [] : ['roles']),
    ...((after.allowImpersonation ?? false) === (before?.allowImpersonation ?? false) ? [] : ['allowImpersonation']),
    ...IDENTITY.filter((field) => (after[field] ?? null) !== (before?.[field] ?? null)),
  ];
  if (changed.length === 0) return;
  throw notAdmin(`set ${changed.join(', ')}`, scope);
}

/**
 * Changing an email address allows logging in as the user, so only the user and admins may change it. Teams and domains
 * of an admin may only be changed by that user and by admins. 403.
 */
function guardIdentity(after: Fields, before: Fields | null, scope: Scope): void {
  if (before === null || before.id === scope.actor.id) return;
  const guarded = before.isAdmin === true ? ['email', 'teams', 'domains'] : ['email'];
  const changed = guarded.filter((field) => !equal(comparable(after[field]), comparable(before[field])));
  if (changed.length === 0) return;
  throw notAdmin(`set ${changed.join(', ')} of user ${String(before.name)}`, scope);
}

/** Only users themselves change how their pages look, not even administrators (403). 400 if an image is not a web address. */
function guardPreferences(after: Fields, before: Fields | null, scope: Scope): void {
  const chosen = listOf(after.personaPreferences, isObject);
  if (before === null || equal(chosen, listOf(before.personaPreferences, isObject))) return;
  if (before.id !== scope.actor.id)
    throw catalogError('FORBIDDEN', 'Users can only update their own persona preferences');
  const images = chosen.map(({ landingPageSettings: page }) => isObject(page) && page.headerImage);
  if (images.some((image) => typeof image === 'string' && !WEB_ADDRESS.test(image)))
    throw catalogError('BAD_REQUEST', 'Header image must be a valid HTTP or HTTPS URL');
}

/** Creating a bot account requires the right to create bots. */
async function decideBotAccount(scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get('bot');
  await scope.catalog.authorizer.decide(scope.actor, ['Create'], type.name, () => factsOfValue(type, {}, scope));
}

/**
 * Domains give access to their assets: users cannot add domains to themselves, and need EditAll on a domain to add it
 * to others.
 */
async function guardDomains(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  const added = addedDomains(after, before);
  if (added.length === 0) return;
  if (before?.id === scope.actor.id) throw ownDomains(scope);
  await decideDomains(added, scope);
}

/** Refuses with 403 if users add themselves to the assets of a domain. */
export function guardOwnDomain(asset: EntityRow, scope: Scope): void {
  if (!scope.actor.isAdmin && asset.id === scope.actor.id) throw ownDomains(scope);
}

function ownDomains(scope: Scope) {
  return notAdmin('set their own domains', scope);
}

async function guardEmail(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  if (typeof after.email !== 'string' || after.email === before?.email) return;
  const taken = await getPersonByEmail(scope.sql, after.email);
  if (taken && taken.user_id !== before?.id)
    throw catalogError('ENTITY_ALREADY_EXISTS', `a user with the email ${after.email} already exists`);
}

/** Refuses with 400 a change that would leave no administrator. */
export async function keepAnAdmin(leavingId: string, scope: Scope): Promise<void> {
  const conditions = [{ by: 'boolean', field: 'isAdmin', value: true }] as const;
  const admins = await listEntities(scope.sql, { type: 'user', conditions, limit: 2 });
  if (!admins.some((row) => row.id !== leavingId))
    throw catalogError('BAD_REQUEST', 'This is the last administrator; make another user an administrator first');
}

/** Refuses with 400 to delete the account of a bot, even of a soft-deleted one, which can be restored. */
export async function refuseAccountOfBot(row: EntityRow, scope: Scope): Promise<void> {
  const [bot] = await relationsTo(scope.sql, [row.id], [ACCESS_EDGE.actsAs]);
  if (!bot) return;
  const { name } = parseReference(bot.ref);
  throw catalogError('BAD_REQUEST', `User ${row.name} is the account of bot ${name}; delete the bot first`);
}

/** Refuses with 403 to delete or restore an admin, unless the actor is an admin. */
export function guardAdminAccount(row: EntityRow, what: 'delete' | 'restore', scope: Scope): void {
  if (scope.actor.isAdmin || parseObject<Stored<User>>(row.doc).isAdmin !== true) return;
  throw notAdmin(`${what} user ${row.name}, who is an administrator`, scope);
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
