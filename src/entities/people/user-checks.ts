// What a user may look like, and who may say so.
import { catalogError } from '../../../contract/index.js';
import { type Fields, factsOf, isAllowed, type Scope } from '../../catalog/index.js';
import { type EntityRow, getEntitiesByIds, getPersonByEmail, listEntities, relationsTo } from '../../storage/index.js';
import type { Reference } from '../../traits/index.js';
import { ACCESS_EDGE } from './access-edges.js';
import { fillTeams } from './organization.js';
import { givesRights } from './team-rights.js';

/** Checks a user on every write and completes its teams. */
export async function checkUser(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  if (typeof after.email === 'string') after.email = after.email.toLowerCase();
  if (!scope.actor.isAdmin) {
    guardAdminFields(after, before, scope);
    guardOwnDomains(after, before, scope);
    await guardTeams(after, before, scope);
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
  ];
  if (changed.length === 0) return;
  throw catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} is not admin and may not set ${changed.join(', ')}`,
  );
}

/** Domains open what lies in them, so nobody takes one for themselves. */
function guardOwnDomains(after: Fields, before: Fields | null, scope: Scope): void {
  const known = new Set(idsOf(before?.domains));
  if (before?.id !== scope.actor.id || idsOf(after.domains).every((id) => known.has(id))) return;
  throw catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} is not admin and may not set their own domains`,
  );
}

/** A user may leave teams, and join those that are open and give no rights. */
async function guardTeams(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  const known = new Set(idsOf(before?.teams));
  const joined = idsOf(after.teams).filter((id) => !known.has(id));
  const type = scope.catalog.registry.get('team');
  for (const row of await getEntitiesByIds(scope.sql, joined)) {
    const isOpen = (JSON.parse(row.doc) as { isJoinable?: boolean }).isJoinable !== false;
    if (isOpen && !(await givesRights(row.id, scope))) continue;
    // Whoever may add members to the team may also add them from the side of the user.
    if (isOpen && (await isAllowed('EditUsers', type, () => factsOf(type, row, scope), scope))) continue;
    throw catalogError('FORBIDDEN', `Team ${row.name} is not open for joining; an admin can add members`);
  }
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
    throw catalogError('BAD_REQUEST', 'This is the last admin; make another user an admin first');
}

/** A bot is nothing without its account, also one that is soft deleted and may come back. */
export async function refuseAccountOfBot(row: EntityRow, scope: Scope): Promise<void> {
  const [bot] = await relationsTo(scope.sql, [row.id], [ACCESS_EDGE.actsAs]);
  if (!bot) return;
  const { name } = JSON.parse(bot.ref) as Reference;
  throw catalogError('BAD_REQUEST', `User ${row.name} is the account of bot ${name}; delete the bot first`);
}

function sameIds(a: unknown, b: unknown): boolean {
  return idsOf(a).sort().join() === idsOf(b).sort().join();
}

function idsOf(list: unknown): string[] {
  return Array.isArray(list) ? (list as Reference[]).map(({ id }) => id) : [];
}
