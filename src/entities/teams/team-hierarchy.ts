// The teams as a tree.

import { parseObject } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { apiUrl } from '../../catalog/index.js';
import { listEntities, RELATION, relationsFrom } from '../../storage/index.js';
import { ORGANIZATION } from '../policies/access-edges.js';

export interface TeamNode {
  id: string;
  teamType?: string;
  name: string;
  description?: string;
  fullyQualifiedName?: string;
  displayName?: string;
  href?: string;
  isJoinable?: boolean;
  children?: TeamNode[];
}

const MOST_TEAMS = 100_000;

/** The teams directly below the organization, each with its subtree. */
export async function teamTree(onlyJoinable: boolean, scope: Scope): Promise<TeamNode[]> {
  const { catalog, actor, sql } = scope;
  const filter = catalog.authorizer.filter(actor, 'ViewBasic', 'team');
  const rows = await listEntities(sql, { type: 'team', filter, limit: MOST_TEAMS });
  const base = `${apiUrl({ catalog })}${catalog.registry.path('team')}`;
  const teams = new Map(rows.map((row) => [row.id, nodeOf(parseObject<TeamNode>(row.doc), `${base}/${row.id}`)]));
  const below = new Map<string, string[]>();
  for (const edge of await relationsFrom(sql, [...teams.keys()], [RELATION.parentOf]))
    below.set(edge.from_id, [...(below.get(edge.from_id) ?? []), edge.to_id]);
  const top = rows.find((row) => row.name === ORGANIZATION);
  return top ? childrenOf(top.id, teams, below, onlyJoinable) : [];
}

/** `onlyJoinable` keeps teams that anyone may join, and their ancestors. */
function childrenOf(
  id: string,
  teams: ReadonlyMap<string, TeamNode>,
  below: ReadonlyMap<string, readonly string[]>,
  onlyJoinable: boolean,
): TeamNode[] {
  const nodes: TeamNode[] = [];
  for (const childId of below.get(id) ?? []) {
    const team = teams.get(childId);
    if (!team) continue;
    const children = childrenOf(childId, teams, below, onlyJoinable);
    if (!onlyJoinable || team.isJoinable !== false || children.length > 0) nodes.push({ ...team, children });
  }
  return nodes.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function nodeOf(team: TeamNode, href: string): TeamNode {
  const { id, teamType, name, description, fullyQualifiedName, displayName, isJoinable } = team;
  const given = { teamType, description, fullyQualifiedName, displayName, isJoinable };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { id, name, ...present, href };
}
