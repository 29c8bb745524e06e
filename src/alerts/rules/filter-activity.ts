/** Which events become activity: those that the filters of the built-in subscription let through. */
import type { Scope } from '../../catalog/index.js';
import { ACTIVITY_ALERT, readBuiltIn } from '../../entities/index.js';
import type { PlacedEventRow } from '../../storage/index.js';
import { compileRules } from './compile-rules.js';
import { createEventMatcher } from './match-event.js';
import { readEvent } from './read-event.js';

/** Nothing while the subscription is disabled. */
export async function filterActivity(events: readonly PlacedEventRow[], scope: Scope): Promise<PlacedEventRow[]> {
  const alert = await readBuiltIn(ACTIVITY_ALERT, scope.sql);
  if (!alert) return [];
  const { rules = [] } = alert.filteringRules ?? {};
  if (rules.length === 0) return [...events];
  const compiled = compileRules({ resources: alert.filteringRules?.resources ?? [], rules, actions: [] });
  const kept: PlacedEventRow[] = [];
  for (const row of events) if (await createEventMatcher(readEvent(row), scope).matches(compiled)) kept.push(row);
  return kept;
}
