// What a user may look like, and who may say so.
import { catalogError } from '../../../contract/index.js';
import type { Fields, Scope } from '../../catalog/index.js';
import { getEntitiesByIds, getPersonByEmail, listEntities } from '../../storage/index.js';
import type { Reference } from '../../traits/index.js';
import { fillTeams } from './organization.js';

/** Checks a user on every write and completes its teams. */
export async function checkUser(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  if (typeof after.email === 'string') after.email = after.email.toLowerCase();
  if (!scope.actor.isAdmin) {
    guardAdminFields(after, before, scope);
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

/** A user may leave teams, and join those that are open. */
async function guardTeams(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  const known = new Set(idsOf(before?.teams));
  const joined = idsOf(after.teams).filter((id) => !known.has(id));
  for (const row of await getEntitiesByIds(scope.sql, joined)) {
    if ((JSON.parse(row.doc) as { isJoinable?: boolean }).isJoinable !== false) continue;
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

function sameIds(a: unknown, b: unknown): boolean {
  return idsOf(a).sort().join() === idsOf(b).sort().join();
}

function idsOf(list: unknown): string[] {
  return Array.isArray(list) ? (list as Reference[]).map(({ id }) => id) : [];
}
