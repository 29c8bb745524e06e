/** Usage of an entity: counts and percentile ranks of the last day on which it was used; zeros if it was never used. */
import type { UsageDetails } from '../../contract/index.js';
import type { Trait } from '../catalog/index.js';
import { latestUsage, type UsageRow } from '../storage/index.js';

const dayLength = 24 * 60 * 60 * 1000;

export const usageSummary: Trait<UsageDetails, 'usageSummary'> = {
  field: 'usageSummary',
  empty: null,
  inWrites: false,
  dependsOnTime: true,
  async load(rows, scope) {
    const found = await latestUsage(
      scope.sql,
      rows.map((row) => row.id),
    );
    const used = new Map(found.map((row) => [row.entity_id, JSON.stringify(usageDetails(row))]));
    const unused = JSON.stringify(noUsage(scope.context.now()));
    return new Map(rows.map((row) => [row.id, used.get(row.id) ?? unused]));
  },
};

export function usageDetails(row: UsageRow): UsageDetails {
  return {
    dailyStats: { count: row.daily, percentileRank: row.daily_rank },
    weeklyStats: { count: row.weekly, percentileRank: row.weekly_rank },
    monthlyStats: { count: row.monthly, percentileRank: row.monthly_rank },
    date: dateOfDay(row.day),
  };
}

function noUsage(now: number): UsageDetails {
  const none = { count: 0, percentileRank: 0 };
  return { dailyStats: none, weeklyStats: none, monthlyStats: none, date: dateOfDay(Math.floor(now / dayLength)) };
}

/** Days since 1970 as an ISO date: `2025-01-31`. */
export function dateOfDay(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10);
}

/** An ISO date such as `2025-01-31` as days since 1970; null if it is not a valid date. */
export function dayOfDate(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) || dateOfDay(at / dayLength) !== date ? null : at / dayLength;
}
