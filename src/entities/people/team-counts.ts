// Read-only numbers of teams.
import { countMembers, RELATION, relationsFrom } from '../../storage/index.js';
import { countOf, idsOf, tally } from '../../traits/index.js';

/** Users of a team and of all teams below it. */
export const userCount = countOf('userCount', (rows, scope) => countMembers(scope.sql, idsOf(rows)));

/** Live teams directly below. */
export const childrenCount = countOf('childrenCount', async (rows, scope) => {
  const edges = await relationsFrom(scope.sql, idsOf(rows), [RELATION.parentOf]);
  return tally(edges.filter((edge) => edge.deleted === 0).map((edge) => edge.from_id));
});
