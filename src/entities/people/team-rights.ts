// What rights membership in a team brings, and who may bring teams together.
import { type EntityType, factsOf, type Scope } from '../../catalog/index.js';
import { getEntitiesByIds, RELATION, relationsFrom, relationsTo } from '../../storage/index.js';
import { ACCESS_EDGE, ORGANIZATION } from './access-edges.js';

/** Whether members get roles or policies from the team or from one above it, the organisation left out. */
export async function givesRights(teamId: string, scope: Scope): Promise<boolean> {
  const { sql } = scope;
  const seen = new Set<string>();
  for (let level = [teamId]; level.length > 0; ) {
    for (const id of level) seen.add(id);
    const own = (await getEntitiesByIds(sql, level)).filter((row) => row.name !== ORGANIZATION).map((row) => row.id);
    const roles = await relationsFrom(sql, own, [ACCESS_EDGE.defaultsTo]);
    const policies = await relationsTo(sql, own, [ACCESS_EDGE.applies]);
    if (roles.length + policies.length > 0) return true;
    const above = await relationsTo(sql, own, [RELATION.parentOf]);
    level = [...new Set(above.map((edge) => edge.from_id))].filter((id) => !seen.has(id));
  }
  return false;
}

/** A team below another has its rights: bringing the two together takes `EditTeams` on both. Refuses with 403. */
export async function decideTeams(type: EntityType, teamIds: readonly string[], scope: Scope): Promise<void> {
  for (const row of await getEntitiesByIds(scope.sql, teamIds))
    if (row.name !== ORGANIZATION)
      await scope.catalog.authorizer.decide(scope.actor, ['EditTeams'], type.name, () => factsOf(type, row, scope));
}
