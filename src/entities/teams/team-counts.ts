// Read-only counts of teams; they include only what the reader may see.
import { createSight, visibleIds } from '../../catalog/index.js';
import { countMembers, RELATION, relationsFrom } from '../../storage/index.js';
import { countOf, idsOf, tally } from '../../traits/index.js';

/** Users of a team and of all teams below it. */
export const userCount = countOf('userCount', (rows, scope) =>
  countMembers(scope.sql, idsOf(rows), createSight(scope).counted()),
);

/** Live teams directly below. */
export const childrenCount = countOf('childrenCount', async (rows, scope) => {
  const edges = await relationsFrom(scope.sql, idsOf(rows), [RELATION.parentOf]);
  const live = edges.filter((edge) => edge.deleted === 0);
  const visible = await visibleIds(
    live.map((edge) => ({ id: edge.to_id, type: edge.to_type })),
    scope,
  );
  return tally(live.filter((edge) => visible.has(edge.to_id)).map((edge) => edge.from_id));
});
