/** Domains that users and teams without their own inherit from their teams, as access rules and responses have them. */
import { referenceText } from '../../catalog/index.js';
import { type EdgeRow, RELATION, relationsTo, type Sql } from '../../storage/index.js';
import { domains } from '../../traits/index.js';
import { isBot } from './inherited-roles.js';

type Start = (typeof RELATION)['has' | 'parentOf'];

/**
 * The trait `domains` of entities that inherit those of all their teams. `start`: the edge to the nearest teams, those a
 * user is a member of, or the parents of a team. Bots inherit none.
 */
export function domainsOfTeams(start: Start): typeof domains {
  return {
    ...domains,
    load: async (rows, scope, edges) => {
      const texts = await domains.load(rows, scope, edges);
      const without = rows.filter((row) => !texts.has(row.id) && !isBot(row)).map(({ id }) => id);
      for (const [id, found] of await inheritedDomains(without, start, scope.sql)) {
        const each = found.map(({ ref, from_id, from_type }) =>
          referenceText(ref, from_id, scope.catalog.registry.path(from_type), true),
        );
        texts.set(id, `[${each.join(',')}]`);
      }
      return texts;
    },
  };
}

/** Edges to the domains that each of the users or teams inherits; none for those that inherit nothing. */
export async function inheritedDomains(
  ids: readonly string[],
  start: Start,
  sql: Sql,
): Promise<Map<string, EdgeRow[]>> {
  const above = await liveEdges(ids, [start], sql);
  const given = await domainsOf(sources([...above.values()].flat()), sql);
  const inherited = new Map<string, EdgeRow[]>();
  for (const [id, teams] of above) {
    const found = teams.flatMap(({ from_id }) => given(from_id));
    if (found.length > 0) inherited.set(id, [...new Map(found.map((edge) => [edge.from_id, edge])).values()]);
  }
  return inherited;
}

/** What a team gives: its own domains, or else those of all its parents. One query per level of teams. */
async function domainsOf(teamIds: readonly string[], sql: Sql): Promise<(teamId: string) => EdgeRow[]> {
  const edges = new Map<string, EdgeRow[]>();
  for (let level = [...teamIds]; level.length > 0; ) {
    const found = await liveEdges(level, [RELATION.hasDomain, RELATION.parentOf], sql);
    for (const id of level) edges.set(id, found.get(id) ?? []);
    level = sources([...found.values()].flat().filter(isParent)).filter((id) => !edges.has(id));
  }
  return given;

  function given(teamId: string): EdgeRow[] {
    const found = edges.get(teamId) ?? [];
    const own = found.filter((edge) => !isParent(edge));
    return own.length > 0 ? own : found.flatMap(({ from_id }) => given(from_id));
  }
}

const isParent = ({ kind }: EdgeRow): boolean => kind === RELATION.parentOf;

const sources = (edges: readonly EdgeRow[]): string[] => [...new Set(edges.map(({ from_id }) => from_id))];

/** By the entity that they lead to. */
async function liveEdges(ids: readonly string[], kinds: string[], sql: Sql): Promise<Map<string, EdgeRow[]>> {
  const edges = new Map<string, EdgeRow[]>();
  for (const edge of ids.length === 0 ? [] : await relationsTo(sql, ids, kinds))
    if (edge.deleted === 0) edges.set(edge.to_id, [...(edges.get(edge.to_id) ?? []), edge]);
  return edges;
}
