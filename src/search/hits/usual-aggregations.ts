import type { Scope } from '../../catalog/index.js';
import { searchField } from '../query/search-fields.js';
import { countedBy } from '../settings/default-settings.js';
import { limitsOf, type SearchSettings } from '../settings/search-settings.js';
import type { Aggregation } from './aggregate.js';

/** Parts are counted by default only up to this many hits: each hit has many. */
const countedParts = 1000;
const SIZE = 100;

/** The default aggregations of a search: those of the settings; parts only where there are not too many hits. */
export function usualAggregations(
  settings: SearchSettings | null,
  { types, total, labels }: { types: readonly string[]; total: number; labels: boolean },
  scope: Scope,
): Aggregation[] {
  const size = Math.min(SIZE, limitsOf(settings).values);
  const { registry } = scope.catalog;
  const wanted = [...countedBy(settings, types, registry), { name: 'index_count', field: '_index' }];
  const named = new Map<string, Aggregation>();
  for (const { name, field = name } of wanted)
    if (total <= countedParts || searchField(field, true, registry).kind !== 'partNames')
      named.set(name, { name, field, size, labels });
  return [...named.values()];
}
