// Users without a team are members of the organization, and teams without a parent are its children.
import { catalogError, type EntityReference, parseReference } from '../../../contract/index.js';
import type { ReleasedEdges, Scope, Trait, TraitChange } from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import {
  getEntityByFqn,
  holdReferences,
  putRelations,
  RELATION,
  relationsTo,
  removeRelations,
} from '../../storage/index.js';
import { ORGANIZATION } from '../policies/access-edges.js';

type TeamEdge = (typeof RELATION)['has' | 'parentOf'];

/** Adds the organization to an empty list of teams, and removes it from a list with other teams. */
export async function fillTeams<F extends 'parents' | 'teams'>(
  after: { [K in F]?: EntityReference[] },
  field: F,
  scope: Scope,
): Promise<void> {
  const teams = after[field] ?? [];
  const others = teams.filter((team) => team.name !== ORGANIZATION);
  if (others.length > 0) after[field] = others;
  else if (teams.length === 0) {
    const organization = await findOrganization(scope);
    if (organization) after[field] = [organization];
  }
}

/** Does the same for a trait written on the team: its members or its child teams. */
export function keepInOrganization<F extends string, A>(
  trait: Trait<EntityReference[], F, A>,
  kind: TeamEdge,
): Trait<EntityReference[], F, A> {
  const { write } = trait;
  if (!write) throw new Error(`${trait.field} is read-only`);
  return {
    ...trait,
    write: {
      ...write,
      async save(changes, scope) {
        await write.save(changes, scope);
        await updateOrganizationMembers([...new Set(changes.flatMap(changedIds))], kind, scope);
      },
    },
  };
}

/** Adds members without a team to the organization, and removes those with another team from it. */
export async function updateOrganizationMembers(ids: readonly string[], kind: TeamEdge, scope: Scope): Promise<void> {
  scope.invalidate({ kind: 'access' });
  await settleMembers(ids, kind, scope);
}

/**
 * The members and child teams of a team that is removed permanently go to the organization, unless they have another team.
 * Until then they have its rights, like everybody without a team.
 */
export const releasedMembers: ReleasedEdges = {
  kinds: [RELATION.has, RELATION.parentOf],
  async released(edges, isLast, scope) {
    for (const kind of [RELATION.has, RELATION.parentOf]) {
      const ids = edges.filter((edge) => edge.kind === kind).map(({ to_id }) => to_id);
      const held = await holdReferences(scope.sql, ids);
      const staying = held.filter(({ deleted }) => deleted < 2).map(({ id }) => id);
      await settleMembers(staying, kind, scope);
    }
    if (isLast) scope.invalidate({ kind: 'access' });
  },
};

async function settleMembers(ids: readonly string[], kind: TeamEdge, scope: Scope): Promise<void> {
  const organization = await findOrganization(scope);
  if (!organization || ids.length === 0) return;
  const teams = groupBy(await relationsTo(scope.sql, ids, [kind]), ({ to_id }) => to_id);
  for (const id of ids) {
    const own = teams.get(id) ?? [];
    const atTop = own.find((edge) => edge.from_id === organization.id);
    if (atTop && own.length > 1) await removeRelations(scope.sql, [atTop]);
    if (own.length === 0 && id !== organization.id) await putRelations(scope.sql, [topEdge(organization, id, kind)]);
  }
}

/** null before the organization is created. */
export async function findOrganization(scope: Scope): Promise<EntityReference | null> {
  const row = await getEntityByFqn(scope.sql, 'team', ORGANIZATION);
  return row ? parseReference(row.ref) : null;
}

export function organizationIsFixed(what: string) {
  return catalogError('BAD_REQUEST', `${what} of the team ${ORGANIZATION} can not be changed`);
}

function topEdge(organization: EntityReference, id: string, kind: TeamEdge) {
  const to_type = kind === RELATION.has ? 'user' : 'team';
  return { from_id: organization.id, from_type: 'team', kind, to_id: id, to_type, ord: 0, data: null };
}

/** Ids of those who joined or left. */
function changedIds({ before, after }: TraitChange<EntityReference[]>): string[] {
  const old = new Set((before ?? []).map(({ id }) => id));
  const now = new Set((after ?? []).map(({ id }) => id));
  return [...[...old].filter((id) => !now.has(id)), ...[...now].filter((id) => !old.has(id))];
}
