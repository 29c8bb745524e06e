// Rights that come from team membership, and who may change memberships and the hierarchy of teams.
import { catalogError, isObject, listOf, parseObject, type Stored, type Team } from '../../../contract/index.js';
import {
  deletionBelowRefused,
  type EntityType,
  factsOf,
  isAllowed,
  isOwnItem,
  type Scope,
} from '../../catalog/index.js';
import {
  countRelations,
  type EntityRow,
  getEntitiesByIds,
  RELATION,
  relationsFrom,
  relationsTo,
} from '../../storage/index.js';
import { ACCESS_EDGE, ORGANIZATION } from '../policies/access-edges.js';
import { NAMING_FUNCTIONS, namedInRules } from '../policies/named-in-rules.js';
import { notAdmin } from '../policies/not-admin.js';

/**
 * Whether the team or an ancestor has roles, policies or domains, or is named in a rule. The organization does not count:
 * nobody leaves it.
 */
export async function givesRights(teamId: string, scope: Scope): Promise<boolean> {
  const { sql } = scope;
  const named = await namedInRules(NAMING_FUNCTIONS.teams, scope);
  const seen = new Set<string>();
  for (let level = [teamId]; level.length > 0; ) {
    for (const id of level) seen.add(id);
    const rows = (await getEntitiesByIds(sql, level)).filter((row) => row.name !== ORGANIZATION);
    const own = rows.map((row) => row.id);
    if (rows.some((row) => named.has(row.name)) || (await hasRights(own, scope))) return true;
    const above = await relationsTo(sql, own, [RELATION.parentOf]);
    level = [...new Set(above.map((edge) => edge.from_id))].filter((id) => !seen.has(id));
  }
  return false;
}

async function hasRights(teamIds: readonly string[], { sql }: Scope): Promise<boolean> {
  const roles = await relationsFrom(sql, teamIds, [ACCESS_EDGE.defaultsTo]);
  const others = await relationsTo(sql, teamIds, [ACCESS_EDGE.applies, RELATION.hasDomain]);
  return roles.length + others.length > 0;
}

/** Whether the team owns or reviews an entity, which gives its members rights on the entity. */
async function ownsSomething(teamId: string, { sql }: Scope): Promise<boolean> {
  for (const kind of [RELATION.owns, RELATION.reviews])
    if ((await countRelations(sql, { ids: [teamId], kind, end: 'from' })).some(({ count }) => count > 0)) return true;
  return false;
}

/**
 * Users may leave teams that give no rights, and join open teams that give no rights and own nothing. Any other
 * membership change requires `EditUsers` on the team. Refuses with 403.
 */
export async function decideMembership(
  before: readonly string[],
  after: readonly string[],
  scope: Scope,
): Promise<void> {
  const joined = after.filter((id) => !before.includes(id));
  const left = before.filter((id) => !after.includes(id));
  for (const team of await getEntitiesByIds(scope.sql, joined)) await decideJoining(team, scope);
  for (const team of await getEntitiesByIds(scope.sql, left)) {
    if (team.name === ORGANIZATION || !(await givesRights(team.id, scope)) || (await mayEditUsers(team, scope)))
      continue;
    throw catalogError(
      'FORBIDDEN',
      `Team ${team.name} grants roles or policies to its members; leaving it requires EditUsers on the team`,
    );
  }
}

async function decideJoining(team: EntityRow, scope: Scope): Promise<void> {
  const isOpen = parseObject<Stored<Team>>(team.doc).isJoinable !== false;
  if (isOpen && team.name === ORGANIZATION) return;
  if (isOpen && !(await ownsSomething(team.id, scope)) && !(await givesRights(team.id, scope))) return;
  // Users who may add members to the team may also add them by changing the user.
  if (isOpen && (await mayEditUsers(team, scope))) return;
  throw catalogError('FORBIDDEN', `Team ${team.name} is not open for joining; an administrator can add members`);
}

function mayEditUsers(team: EntityRow, scope: Scope): Promise<boolean> {
  const type = scope.catalog.registry.get('team');
  return isAllowed('EditUsers', type, () => factsOf(type, team, scope), scope);
}

/** Ids of the own domains that a write adds to a user or team. */
export function addedDomains(after: { domains?: unknown }, before: { domains?: unknown } | null): string[] {
  const own = ({ domains }: { domains?: unknown }) => listOf(domains, isObject).filter(isOwnItem);
  const previous = new Set(own(before ?? {}).map(({ id }) => id));
  return own(after).flatMap(({ id }) => (typeof id === 'string' && !previous.has(id) ? [id] : []));
}

/** Domains of users and teams give access to what is in them: adding one requires `EditAll` on it. Refuses with 403. */
export async function decideDomains(domainIds: readonly string[], scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get('domain');
  for (const row of await getEntitiesByIds(scope.sql, domainIds))
    await scope.catalog.authorizer.decide(scope.actor, ['EditAll'], type.name, () => factsOf(type, row, scope));
}

/**
 * Moving a team requires `EditTeams` on it and on its parent, since a team inherits the rights of its parent. Refuses
 * with 403.
 */
export async function decideTeams(type: EntityType, teamIds: readonly string[], scope: Scope): Promise<void> {
  for (const row of await getEntitiesByIds(scope.sql, teamIds))
    if (row.name !== ORGANIZATION)
      await scope.catalog.authorizer.decide(scope.actor, ['EditTeams'], type.name, () => factsOf(type, row, scope));
}

/**
 * Refuses with 403 to delete or restore a team that gives rights to its members or is named in a rule, unless the actor
 * is an admin.
 */
export async function guardTeamInForce(row: EntityRow, what: 'delete' | 'restore', scope: Scope): Promise<void> {
  if (scope.actor.isAdmin || !(await givesRights(row.id, scope))) return;
  throw notAdmin(`${what} team ${row.name}, which has or inherits roles or policies, or is named in a rule`, scope);
}

/** Refuses with 403 to delete a team if the actor may not delete all teams below it. */
export async function decideTeamsBelow(
  type: EntityType,
  team: EntityRow,
  below: readonly string[],
  scope: Scope,
): Promise<void> {
  for (const row of await getEntitiesByIds(scope.sql, below))
    if (!(await isAllowed('Delete', type, () => factsOf(type, row, scope), scope)))
      throw deletionBelowRefused(type, team.fqn, scope);
}
