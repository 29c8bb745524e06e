// Read-only roles that users and teams inherit from the teams above them.
import { type EntityReference, parseObject, type Stored, type User } from '../../../contract/index.js';
import { referenceText, type Scope, type Trait } from '../../catalog/index.js';
import { type EdgeRow, RELATION, relationsTo, type ShownRow } from '../../storage/index.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { liveFrom } from './live-edges.js';

/**
 * Default roles of all ancestor teams. `shownWith`: the field of the entity's own roles. `start`: the edge to the
 * nearest teams, those a user is a member of, or the parents of a team. Bots inherit no roles.
 */
export function inheritedRoles(
  shownWith: string,
  start: (typeof RELATION)['has' | 'parentOf'],
): Trait<EntityReference[], 'inheritedRoles'> {
  return {
    field: 'inheritedRoles',
    empty: '[]',
    inWrites: true,
    with: [shownWith],
    load: async (rows, scope) => {
      const people = rows.filter((row) => !isBot(row));
      const teams = await teamsAbove(people, start, scope);
      const roles = await liveFrom([...new Set([...teams.values()].flat())], [ACCESS_EDGE.defaultsTo], scope.sql);
      return new Map(people.map((row) => [row.id, rolesText(teams.get(row.id) ?? [], roles, scope)]));
    },
  };
}

export function isBot(row: Pick<ShownRow, 'doc'>): boolean {
  return row.doc.includes('"isBot":true') && parseObject<Stored<User>>(row.doc).isBot === true;
}

/** Ids of the ancestor teams of each entity, nearest first; one query per level. */
async function teamsAbove(rows: readonly ShownRow[], start: string, scope: Scope): Promise<Map<string, string[]>> {
  const above = new Map<string, string[]>();
  let edges = await relationsTo(scope.sql, idsOf(rows), [start]);
  const parents = new Map<string, string[]>();
  for (const { from_id, to_id } of live(edges)) above.set(to_id, [...(above.get(to_id) ?? []), from_id]);
  for (let level = new Set(live(edges).map((edge) => edge.from_id)); level.size > 0; ) {
    edges = await relationsTo(scope.sql, [...level], [RELATION.parentOf]);
    for (const id of level) parents.set(id, []);
    for (const { from_id, to_id } of live(edges)) parents.get(to_id)?.push(from_id);
    level = new Set(
      live(edges)
        .map((edge) => edge.from_id)
        .filter((id) => !parents.has(id)),
    );
  }
  for (const teams of above.values())
    for (const id of teams) for (const parent of parents.get(id) ?? []) if (!teams.includes(parent)) teams.push(parent);
  return above;
}

function rolesText(teamIds: readonly string[], roles: Map<string, EdgeRow[]>, scope: Scope): string {
  const texts = new Map<string, string>();
  for (const edge of teamIds.flatMap((id) => roles.get(id) ?? []))
    texts.set(edge.to_id, referenceText(edge.ref, edge.to_id, scope.catalog.registry.path(edge.to_type)));
  return `[${[...texts.values()].join(',')}]`;
}

function live(edges: readonly EdgeRow[]): EdgeRow[] {
  return edges.filter((edge) => edge.deleted === 0);
}

function idsOf(rows: readonly ShownRow[]): string[] {
  return rows.map((row) => row.id);
}
