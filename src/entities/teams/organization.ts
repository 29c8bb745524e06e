// Whoever is in no team is in the organisation, and a team without a team above stands below it.
import { catalogError, type EntityReference, parseReference } from '../../../contract/index.js';
import type { Scope, Trait, TraitChange } from '../../catalog/index.js';
import {
  type EdgeRow,
  getEntityByFqn,
  putRelations,
  RELATION,
  relationsTo,
  removeRelations,
} from '../../storage/index.js';
import { ORGANIZATION } from '../policies/access-edges.js';

type TeamEdge = (typeof RELATION)['has' | 'parentOf'];

/** Puts the organisation into an empty list of teams, and takes it out of one that names others. */
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

/** The same for a list of members or of teams below, written from the side of the team. */
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
        await settleMembers([...new Set(changes.flatMap(touched))], kind, scope);
      },
    },
  };
}

/** Members without a team go to the organisation; those with another team leave it. */
export async function settleMembers(ids: readonly string[], kind: TeamEdge, scope: Scope): Promise<void> {
  scope.mark({ kind: 'access' });
  const organization = await findOrganization(scope);
  if (!organization || ids.length === 0) return;
  const teams = groupByMember(await relationsTo(scope.sql, ids, [kind]));
  for (const id of ids) {
    const own = teams.get(id) ?? [];
    const atTop = own.find((edge) => edge.from_id === organization.id);
    if (atTop && own.length > 1) await removeRelations(scope.sql, [atTop]);
    if (own.length === 0 && id !== organization.id) await putRelations(scope.sql, [topEdge(organization, id, kind)]);
  }
}

/** null before the organisation is made. */
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

function touched({ before, after }: TraitChange<EntityReference[]>): string[] {
  return [before, after].flatMap((list) => (list ?? []).map(({ id }) => id));
}

function groupByMember(edges: readonly EdgeRow[]): Map<string, EdgeRow[]> {
  const groups = new Map<string, EdgeRow[]>();
  for (const edge of edges) groups.set(edge.to_id, [...(groups.get(edge.to_id) ?? []), edge]);
  return groups;
}
