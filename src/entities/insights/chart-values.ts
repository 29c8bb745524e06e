/** Computes the values of charts over the catalog, from what the caller may see. */
import { setImmediate } from 'node:timers/promises';
import { type EntityType, inheritsOwnersOfDomains, type Scope } from '../../catalog/index.js';
import { allOf, withOwnersOfDomains } from '../../rules/index.js';
import {
  type CountPlace,
  type CountSlice,
  countSlice,
  type EntityQuery,
  firstPosition,
  type ListCondition,
  type RowFilter,
} from '../../storage/index.js';

/** What of all assets a chart counts: all, or those with a description or an owner. */
type Counted = 'all' | 'described' | 'owned';

interface ChartRule {
  counted: Counted;
  /** Percent of all assets instead of their number. */
  percentage?: true;
}

/** The charts that ship with the product, by name. */
export const chartRules: Readonly<Record<string, ChartRule & { displayName: string }>> = {
  percentage_of_data_asset_with_description_kpi: {
    ...{ displayName: 'Percentage of assets with a description (KPI)', counted: 'described', percentage: true },
  },
  percentage_of_data_asset_with_owner_kpi: {
    ...{ displayName: 'Percentage of assets with an owner (KPI)', counted: 'owned', percentage: true },
  },
  number_of_data_asset_with_description_kpi: {
    ...{ displayName: 'Number of assets with a description (KPI)', counted: 'described' },
  },
  number_of_data_asset_with_owner_kpi: { displayName: 'Number of assets with an owner (KPI)', counted: 'owned' },
  percentage_of_data_asset_with_description: {
    ...{ displayName: 'Percentage of assets with a description', counted: 'described', percentage: true },
  },
  percentage_of_data_asset_with_owner: {
    ...{ displayName: 'Percentage of assets with an owner', counted: 'owned', percentage: true },
  },
  total_data_assets: { displayName: 'Number of assets', counted: 'all' },
};

/** The present value of a chart; percentages are from 0 to 100, and 0 without any assets. */
export async function chartValue(name: string, scope: Scope): Promise<number> {
  const rule = Object.hasOwn(chartRules, name) ? chartRules[name] : undefined;
  if (!rule) throw new Error(`chart ${name} has no rule`);
  const count = await countAssets(rule.counted, scope);
  if (!rule.percentage) return count;
  const all = await countAssets('all', scope);
  return all === 0 ? 0 : Math.round((count / all) * 10_000) / 100;
}

/**
 * Counted at the time of the request, in slices: descriptions and owners change without any
 * assets being added or removed, so that a cached count would be outdated.
 */
async function countAssets(counted: Counted, scope: Scope): Promise<number> {
  const { registry, authorizer } = scope.catalog;
  let sum = 0;
  for (const declared of registry.types) {
    const { name: type, dataAsset } = declared;
    const seen = dataAsset ? authorizer.filter(scope.actor, 'ViewBasic', type) : null;
    if (!seen || seen.kind === 'none') continue;
    const filter = counted === 'owned' ? allOf([seen, owned(declared)]) : seen;
    const conditions: ListCondition[] = counted === 'described' ? [{ by: 'present', field: 'description' }] : [];
    sum += await count({ type, include: 'non-deleted', conditions, filter }, scope);
  }
  return sum;
}

function owned(type: EntityType): RowFilter {
  const filter: RowFilter = { kind: 'not', of: { kind: 'noOwner' } };
  return inheritsOwnersOfDomains(type) ? withOwnersOfDomains(filter) : filter;
}

async function count(query: EntityQuery, { sql }: Scope): Promise<number> {
  let total = 0;
  for (let place: CountPlace | null = firstPosition(query); place; ) {
    const slice: CountSlice = await countSlice(sql, query, place);
    total += slice.count;
    place = slice.next;
    if (place) await setImmediate(); // yield to other requests
  }
  return total;
}
