// What people have by the teams that they are members of: personas, and what these teams own.
import type { EntityReference } from '../../../contract/index.js';
import { referenceText, type Scope, type Trait } from '../../catalog/index.js';
import { type EdgeRow, RELATION, type Sql } from '../../storage/index.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { isBot } from './inherited-roles.js';
import { liveFrom, liveTo } from './live-edges.js';

/** Edges to what users and their teams own, by user, each entity once. Teams are in no team: they have their own. */
export async function ownedBy(ids: readonly string[], sql: Sql): Promise<Map<string, EdgeRow[]>> {
  const teams = await teamsOf(ids, sql);
  const holders = (id: string) => [id, ...(teams.get(id) ?? [])];
  const owned = await liveFrom([...new Set(ids.flatMap(holders))], [RELATION.owns], sql);
  return new Map(ids.map((id) => [id, onceEach(holders(id).flatMap((holder) => owned.get(holder) ?? []))]));
}

/** The default personas of the teams of people. Bots inherit none. */
export const inheritedPersonas: Trait<EntityReference[], 'inheritedPersonas'> = {
  field: 'inheritedPersonas',
  empty: '[]',
  inWrites: false,
  with: ['personas'],
  async load(rows, scope) {
    const people = rows.filter((row) => !isBot(row)).map(({ id }) => id);
    return referenceLists(await personasOfTeams(people, scope.sql), scope);
  },
};

/** Edges to the default personas of the teams of each user. */
export async function personasOfTeams(userIds: readonly string[], sql: Sql): Promise<Map<string, EdgeRow[]>> {
  const teams = await teamsOf(userIds, sql);
  const given = await liveFrom([...new Set([...teams.values()].flat())], [ACCESS_EDGE.startsAs], sql);
  return new Map([...teams].map(([id, ofUser]) => [id, onceEach(ofUser.flatMap((team) => given.get(team) ?? []))]));
}

/** Ids of the teams that each user is a member of. */
async function teamsOf(userIds: readonly string[], sql: Sql): Promise<Map<string, string[]>> {
  const edges = await liveTo(userIds, [RELATION.has], sql);
  return new Map([...edges].map(([id, of]) => [id, of.map(({ from_id }) => from_id)]));
}

function onceEach(edges: readonly EdgeRow[]): EdgeRow[] {
  return [...new Map(edges.map((edge) => [edge.to_id, edge])).values()];
}

/** Lists of references to the ends of edges, by the entity that has them. */
export function referenceLists(
  edges: ReadonlyMap<string, readonly EdgeRow[]>,
  { catalog: { registry } }: Scope,
): Map<string, string> {
  const list = (of: readonly EdgeRow[]) =>
    of.map(({ ref, to_id, to_type }) => referenceText(ref, to_id, registry.path(to_type))).join(',');
  return new Map([...edges].filter(([, of]) => of.length > 0).map(([id, of]) => [id, `[${list(of)}]`]));
}
