/** Usage of hits as far as the caller may see it: otherwise the ranking would disclose it. */
import { createSight, guardOf, type Scope } from '../../catalog/index.js';
import { latestUsage } from '../../storage/index.js';

/** The field that shows usage. */
export const USE_FIELD = 'usageSummary';

/** Weekly usage by id; omits hits that were not used or whose usage the caller may not see. */
export async function shownUse(
  hits: readonly { id: string; type: string }[],
  scope: Scope,
): Promise<ReadonlyMap<string, number>> {
  const rows = await latestUsage(
    scope.sql,
    hits.map(({ id }) => id),
  );
  const use = new Map(rows.map((row) => [row.entity_id, row.weekly]));
  if (use.size === 0 || scope.actor.isAdmin) return use;
  const sight = createSight(scope);
  for (const type of new Set(hits.map((hit) => hit.type))) {
    const operation = guardOf(USE_FIELD, scope.catalog.registry.get(type));
    if (operation === undefined) continue;
    const used = hits.filter((hit) => hit.type === type && use.has(hit.id));
    const shown = await sight.allowed(operation, used);
    for (const { id } of used) if (!shown.has(id)) use.delete(id);
  }
  return use;
}
