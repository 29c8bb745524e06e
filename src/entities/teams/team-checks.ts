import {
  catalogError,
  type EntityReference,
  errorMessages,
  parseObject,
  type Stored,
  type Team,
} from '../../../contract/index.js';
import { removeEntity, type Scope } from '../../catalog/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  lockEntityByFqn,
  RELATION,
  relationsFrom,
  relationsTo,
} from '../../storage/index.js';
import { settleProfile } from '../people/profile.js';
import { ORGANIZATION } from '../policies/access-edges.js';
import { notAdmin } from '../policies/not-admin.js';
import { fillTeams, organizationIsFixed } from './organization.js';
import { addedDomains, decideDomains, decideTeams, decideTeamsBelow } from './team-rights.js';
import { type NamedTeam, type TeamType, teamPlaceError } from './team-type.js';

/** Checks a team and its place in the hierarchy, on every write. 400 or 403. */
export async function checkTeam(after: Stored<Team>, before: Stored<Team> | null, scope: Scope): Promise<void> {
  const isTop = after.name === ORGANIZATION;
  const type = after.teamType ?? 'Group';
  if (isTop && type !== 'Organization') throw organizationIsFixed('The type');
  if (!isTop && type === 'Organization')
    throw catalogError(
      'BAD_REQUEST',
      `There is already a team of type Organization; ${String(after.name)} cannot have this type`,
    );
  guardGroup(type, before);
  guardPersona(type, after, before);
  settleProfile(after, before, scope);
  if (!scope.actor.isAdmin) {
    guardRights(after, before, scope);
    const previous = [...idsOf(before?.parents), ...idsOf(before?.children)];
    const current = [...idsOf(after.parents), ...idsOf(after.children)];
    const moved = [
      ...current.filter((id) => !previous.includes(id)),
      ...previous.filter((id) => !current.includes(id)),
    ];
    await decideTeams(scope.catalog.registry.get('team'), moved, scope);
    await decideDomains(addedDomains(after, before), scope);
  }
  if (isTop) after.parents = [];
  else await fillTeams(after, 'parents', scope);
  await checkPlace({ name: String(after.name), teamType: type }, after, before, scope);
}

/** Runs before a team is deleted. A recursive delete includes the child teams that have no other parent. */
export async function leaveTeam(row: EntityRow, scope: Scope, hard: boolean, recursive: boolean): Promise<void> {
  if (row.name === ORGANIZATION)
    throw catalogError('BAD_REQUEST', `${row.type} ${row.fqn} is provided by the system and cannot be deleted`);
  scope.invalidate({ kind: 'access' });
  const below = await relationsFrom(scope.sql, [row.id], [RELATION.parentOf]);
  const live = below.filter((edge) => edge.deleted === 0).map((edge) => edge.to_id);
  if (live.length > 0 && !recursive) throw catalogError('BAD_REQUEST', errorMessages.notEmpty(row.type, row.fqn));
  const type = scope.catalog.registry.get(row.type);
  await decideTeamsBelow(type, row, await deletedWith(row.id, live, scope), scope);
  for (const id of await onlyBelow(row.id, live, scope))
    await removeEntity(type, { id }, { hard, recursive }, null, scope);
}

/** All teams, at any depth, that are deleted with a team. Empty for admins, who need no check. */
async function deletedWith(id: string, live: readonly string[], scope: Scope): Promise<string[]> {
  if (scope.actor.isAdmin) return [];
  const found: string[] = [];
  const next = [{ id, live }];
  for (let at = next.pop(); at !== undefined; at = next.pop())
    for (const below of await onlyBelow(at.id, at.live, scope)) {
      if (found.includes(below)) continue;
      found.push(below);
      const edges = await relationsFrom(scope.sql, [below], [RELATION.parentOf]);
      next.push({ id: below, live: edges.filter((edge) => edge.deleted === 0).map((edge) => edge.to_id) });
    }
  return found;
}

/** Those of the teams whose only parent is `id`. */
async function onlyBelow(id: string, teamIds: readonly string[], scope: Scope): Promise<string[]> {
  const others = (await relationsTo(scope.sql, teamIds, [RELATION.parentOf])).filter((edge) => edge.from_id !== id);
  const shared = new Set(others.map((edge) => edge.to_id));
  return teamIds.filter((teamId) => !shared.has(teamId));
}

function guardGroup(type: TeamType, before: Stored<Team> | null): void {
  if (before?.teamType === 'Group' && type !== 'Group')
    throw catalogError('BAD_REQUEST', `Team ${String(before.name)} of type Group can't be changed to ${type}`);
}

function guardPersona(type: TeamType, after: Stored<Team>, before: Stored<Team> | null): void {
  const given = after.defaultPersona;
  if (type !== 'Group' && given && given.id !== before?.defaultPersona?.id)
    throw catalogError('BAD_REQUEST', 'defaultPersona: only a team of type Group gives its members a persona');
}

/** Only admins set roles and policies of a team and open it to everyone, since these grant rights to its members. */
function guardRights(after: Stored<Team>, before: Stored<Team> | null, scope: Scope): void {
  const changed: string[] = (['defaultRoles', 'policies'] as const).filter(
    (field) => !same(idsOf(after[field]), idsOf(before?.[field])),
  );
  if (before?.isJoinable === false && after.isJoinable !== false) changed.push('isJoinable');
  if (changed.length === 0) return;
  throw notAdmin(`set ${changed.join(', ')}`, scope);
}

async function checkPlace(
  team: NamedTeam,
  after: Stored<Team>,
  before: Stored<Team> | null,
  scope: Scope,
): Promise<void> {
  const parents = idsOf(after.parents);
  const children = idsOf(after.children);
  if (
    same(parents, idsOf(before?.parents)) &&
    same(children, idsOf(before?.children)) &&
    before?.teamType === team.teamType
  )
    return;
  const rows = new Map(
    (await getEntitiesByIds(scope.sql, [...parents, ...children])).map((row) => [row.id, namedTeam(row)]),
  );
  const named = (ids: readonly string[]) => ids.map((id) => rows.get(id)).filter((found) => found !== undefined);
  const error = teamPlaceError(team, named(parents), named(children));
  if (error !== null) throw catalogError('BAD_REQUEST', error);
  await guardCircle(String(before?.id ?? ''), parents, children, scope);
}

/** Refuses with 400 a team that would become its own ancestor. */
async function guardCircle(
  id: string,
  parents: readonly string[],
  children: readonly string[],
  scope: Scope,
): Promise<void> {
  // A new team without children cannot close a circle.
  if (id === '' && children.length === 0) return;
  // One at a time, by a lock on the top: each would not see where others are about to move a team.
  await lockEntityByFqn(scope.sql, 'team', ORGANIZATION);
  const forbidden = new Set([...children, id]);
  const seen = new Set<string>();
  for (let level = [...parents]; level.length > 0; ) {
    if (level.some((team) => forbidden.has(team)))
      throw catalogError('BAD_REQUEST', 'A team cannot be its own ancestor');
    for (const team of level) seen.add(team);
    const edges = await relationsTo(scope.sql, level, [RELATION.parentOf]);
    level = [...new Set(edges.map((edge) => edge.from_id))].filter((team) => !seen.has(team));
  }
}

function namedTeam(row: EntityRow): NamedTeam {
  return { name: row.name, teamType: parseObject<Stored<Team>>(row.doc).teamType ?? 'Group' };
}

function idsOf(list: EntityReference[] | undefined): string[] {
  return (list ?? []).map(({ id }) => id);
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}
