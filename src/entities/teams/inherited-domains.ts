/** Domains that users and teams inherit from their teams besides their own, as access rules and responses have them. */
import { referenceText } from '../../catalog/index.js';
import { type EdgeRow, RELATION, relationsTo, type Sql } from '../../storage/index.js';
import { domains } from '../../traits/index.js';
import { isBot } from './inherited-roles.js';

type Start = (typeof RELATION)['has' | 'parentOf'];

/**
 * The trait `domains` of entities that have those of all their teams besides their own. `start`: the edge to the nearest
 * teams, those a user is a member of, or the parents of a team. Bots inherit none.
 */
export function domainsOfTeams(start: Start): typeof domains {
  return {
    ...domains,
    load: async (rows, scope, edges) => {
      const texts = await domains.load(rows, scope, edges);
      const heirs = rows.filter((row) => !isBot(row)).map(({ id }) => id);
      for (const [id, found] of await inheritedDomains(heirs, start, scope.sql)) {
        const each = found.map(({ ref, from_id, from_type }) =>
          referenceText(ref, from_id, scope.catalog.registry.path(from_type), true),
        );
        const own = texts.get(id)?.slice(1, -1);
        texts.set(id, `[${[...(own ? [own] : []), ...each].join(',')}]`);
      }
      return texts;
    },
  };
}

/** Edges to the domains that each of the users or teams inherits and does not have itself; none for those without any. */
export async function inheritedDomains(
  ids: readonly string[],
  start: Start,
  sql: Sql,
): Promise<Map<string, EdgeRow[]>> {
  const edges = await liveEdges(ids, [start, RELATION.hasDomain], sql);
  const isAbove = ({ kind }: EdgeRow) => kind === start;
  const given = await domainsOf(sources([...edges.values()].flat().filter(isAbove)), sql);
  const inherited = new Map<string, EdgeRow[]>();
  for (const [id, of] of edges) {
    const found = new Map(of.filter(isAbove).flatMap(({ from_id }) => given(from_id)));
    for (const { from_id } of of) found.delete(from_id);
    if (found.size > 0) inherited.set(id, [...found.values()]);
  }
  return inherited;
}

/** What a team gives: its own domains and those of all its parents, by id. One query per level of teams. */
async function domainsOf(teamIds: readonly string[], sql: Sql): Promise<(teamId: string) => [string, EdgeRow][]> {
  const edges = new Map<string, EdgeRow[]>();
  for (let level = [...teamIds]; level.length > 0; ) {
    const found = await liveEdges(level, [RELATION.hasDomain, RELATION.parentOf], sql);
    for (const id of level) edges.set(id, found.get(id) ?? []);
    level = sources([...found.values()].flat().filter(isParent)).filter((id) => !edges.has(id));
  }
  return given;

  function given(teamId: string): [string, EdgeRow][] {
    return (edges.get(teamId) ?? []).flatMap((edge) => (isParent(edge) ? given(edge.from_id) : [[edge.from_id, edge]]));
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
