/** Domains that users and teams inherit from their teams besides their own, as access rules and responses have them. */
import { referenceText } from '../../catalog/index.js';
import { type EdgeRow, RELATION, type Sql } from '../../storage/index.js';
import { domains } from '../../traits/index.js';
import { isBot } from './inherited-roles.js';
import { liveTo } from './live-edges.js';

/** The edge to the nearest teams: those that a user is a member of, or the parents of a team. */
export type Start = (typeof RELATION)['has' | 'parentOf'];

/**
 * The trait `domains` of entities that have those of all their teams besides their own. Bots inherit none.
 */
export function domainsOfTeams(start: Start): typeof domains {
  return {
    ...domains,
    load: async (rows, scope, edges) => {
      const texts = await domains.load(rows, scope, edges);
      const heirs = rows.filter((row) => !isBot(row)).map(({ id }) => id);
      for (const [id, { inherited }] of await domainEdges(heirs, start, scope.sql)) {
        if (inherited.length === 0) continue;
        const each = inherited.map(({ ref, from_id, from_type }) =>
          referenceText(ref, from_id, scope.catalog.registry.path(from_type), true),
        );
        const own = texts.get(id)?.slice(1, -1);
        texts.set(id, `[${[...(own ? [own] : []), ...each].join(',')}]`);
      }
      return texts;
    },
  };
}

/**
 * Edges to the own domains of users and teams, and to those that they inherit and do not have themselves. `start`: null
 * for who inherits none.
 */
export async function domainEdges(
  ids: readonly string[],
  start: Start | null,
  sql: Sql,
): Promise<Map<string, { own: EdgeRow[]; inherited: EdgeRow[] }>> {
  const edges = await liveTo(ids, [...(start === null ? [] : [start]), RELATION.hasDomain], sql);
  const isAbove = ({ kind }: EdgeRow) => kind === start;
  const given = await domainsOf(sources([...edges.values()].flat().filter(isAbove)), sql);
  const found = new Map<string, { own: EdgeRow[]; inherited: EdgeRow[] }>();
  for (const [id, of] of edges) {
    const own = of.filter((edge) => !isAbove(edge));
    const inherited = new Map(of.filter(isAbove).flatMap(({ from_id }) => given(from_id)));
    for (const { from_id } of own) inherited.delete(from_id);
    found.set(id, { own, inherited: [...inherited.values()] });
  }
  return found;
}

/** What a team gives: its own domains and those of all its parents, by id. One query per level of teams. */
async function domainsOf(teamIds: readonly string[], sql: Sql): Promise<(teamId: string) => [string, EdgeRow][]> {
  const edges = new Map<string, EdgeRow[]>();
  for (let level = [...teamIds]; level.length > 0; ) {
    const found = await liveTo(level, [RELATION.hasDomain, RELATION.parentOf], sql);
    for (const id of level) edges.set(id, found.get(id) ?? []);
    level = sources([...found.values()].flat().filter(isParent)).filter((id) => !edges.has(id));
  }
  return (teamId) => given(teamId);

  /** Each team once, also where teams are their own ancestors, which earlier versions let several servers store. */
  function given(teamId: string, seen = new Set<string>()): [string, EdgeRow][] {
    if (seen.has(teamId)) return [];
    seen.add(teamId);
    return (edges.get(teamId) ?? []).flatMap((edge) =>
      isParent(edge) ? given(edge.from_id, seen) : [[edge.from_id, edge]],
    );
  }
}

const isParent = ({ kind }: EdgeRow): boolean => kind === RELATION.parentOf;

const sources = (edges: readonly EdgeRow[]): string[] => [...new Set(edges.map(({ from_id }) => from_id))];
