/** When assets were accessed last, for charts: from the life cycle of the assets that the caller may see. */
import { setImmediate } from 'node:timers/promises';
import { type EntityReference, isObject, parseObject, parseReference } from '../../../contract/index.js';
import { type Fields, type ListPosition, positionOf, readDocument, type Scope } from '../../catalog/index.js';
import { allOf } from '../../rules/index.js';
import { type EntityRow, latestPoints, listEntities, type RowFilter, type Sql } from '../../storage/index.js';
import { tableProfileKind } from '../table/profile/profile-kinds.js';

const DAY = 86_400_000;
const PAGE = 500;
/** Assets that one chart considers; more would take too long. */
export const MOST_ASSETS = 50_000;
/** An asset is unused after these days without access. */
export const UNUSED_DAYS = 30;

const PERIODS = { threeDays: 3, sevenDays: 7, fourteenDays: 14, thirtyDays: 30, sixtyDays: 60 } as const;

interface Access {
  entity: EntityReference;
  lastAccessedAt: number;
  /** In bytes, from the latest profile. Loaded for charts of sizes only. */
  size?: number;
}

interface UseChart {
  rows(accesses: readonly Access[], now: number): Fields[];
  /** Only of assets whose size is known, and whose profile the caller may see. */
  sizes?: true;
}

type Weight = (access: Access) => number;

const one: Weight = () => 1;
const size: Weight = (access) => access.size ?? 0;

/** Charts of the use of assets, by name. */
export const USE_CHARTS: Readonly<Record<string, UseChart>> = {
  UnusedAssets: {
    rows: (accesses, now) =>
      accesses
        .filter(isBefore(now, UNUSED_DAYS))
        .sort((a, b) => a.lastAccessedAt - b.lastAccessedAt)
        .map(({ entity, lastAccessedAt }) => ({ entity, lastAccessedAt })),
  },
  AggregatedUnusedAssetsCount: { rows: (accesses, now) => unusedByPeriod(accesses, now, one) },
  AggregatedUnusedAssetsSize: { rows: (accesses, now) => unusedByPeriod(accesses, now, size), sizes: true },
  AggregatedUsedVsUnusedAssetsCount: { rows: (accesses, now) => usedAndUnused(accesses, now, one) },
  AggregatedUsedVsUnusedAssetsSize: { rows: (accesses, now) => usedAndUnused(accesses, now, size), sizes: true },
};

function unusedByPeriod(accesses: readonly Access[], now: number, weight: Weight): Fields[] {
  const all = total(accesses, weight);
  const unused: Fields = {};
  const used: Fields = {};
  for (const [period, days] of Object.entries(PERIODS)) {
    const sum = total(accesses.filter(isBefore(now, days)), weight);
    unused[period] = sum;
    used[period] = all - sum;
  }
  return [{ timestamp: dayOf(now), unusedDataAssets: unused, frequentlyUsedDataAssets: used }];
}

function usedAndUnused(accesses: readonly Access[], now: number, weight: Weight): Fields[] {
  const all = total(accesses, weight);
  const unused = total(accesses.filter(isBefore(now, UNUSED_DAYS)), weight);
  return [
    {
      timestamp: dayOf(now),
      UnusedPercentage: percentage(unused, all),
      UsedPercentage: percentage(all - unused, all),
      Unused: unused,
      Used: all - unused,
    },
  ];
}

const total = (accesses: readonly Access[], weight: Weight) =>
  accesses.reduce((sum, access) => sum + weight(access), 0);

/** The rows of a chart now. None if the period does not contain the present day or nothing is known. */
export async function useOfAssets(
  chart: UseChart,
  { from, to }: { from: number; to: number },
  scope: Scope,
): Promise<Fields[]> {
  const now = scope.context.now();
  if (from > now || to < dayOf(now)) return [];
  const accesses = await accessesOf(chart, scope);
  return accesses.length === 0 ? [] : chart.rows(accesses, now);
}

async function accessesOf({ sizes }: UseChart, scope: Scope): Promise<Access[]> {
  const { registry, authorizer } = scope.catalog;
  const found: Access[] = [];
  for (const { name, dataAsset } of registry.types) {
    if (!dataAsset) continue;
    const seen = authorizer.filter(scope.actor, 'ViewBasic', name);
    const filter = sizes ? allOf([seen, authorizer.filter(scope.actor, 'ViewDataProfile', name)]) : seen;
    if (filter.kind !== 'none') await addAccesses(name, { filter, sizes: sizes ?? false }, found, scope);
  }
  return found;
}

async function addAccesses(
  type: string,
  { filter, sizes }: { filter: RowFilter; sizes: boolean },
  found: Access[],
  { sql }: Scope,
): Promise<void> {
  for (let after: ListPosition | undefined; found.length < MOST_ASSETS; ) {
    const rows = await listEntities(sql, {
      ...{ type, filter, limit: PAGE },
      include: 'non-deleted',
      conditions: [{ by: 'present', field: 'lifeCycle' }],
      ...(after ? { after } : {}),
    });
    const sizeOf = sizes ? await sizesOf(rows, sql) : null;
    for (const row of rows) {
      const lastAccessedAt = accessIn(readDocument(row));
      const known = sizeOf?.get(row.id);
      if (lastAccessedAt === null || (sizeOf && known === undefined)) continue;
      found.push({ entity: parseReference(row.ref), lastAccessedAt, ...(known === undefined ? {} : { size: known }) });
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = positionOf(last);
    await setImmediate(); // yield to other requests
  }
}

async function sizesOf(rows: readonly EntityRow[], sql: Sql): Promise<Map<string, number>> {
  const ids = rows.map(({ id }) => id);
  const sizes = new Map<string, number>();
  for (const { entity_id, doc } of await latestPoints(sql, ids, tableProfileKind)) {
    const { sizeInByte } = parseObject<{ sizeInByte?: number }>(doc);
    if (sizeInByte !== undefined) sizes.set(entity_id, sizeInByte);
  }
  return sizes;
}

function accessIn({ lifeCycle }: Fields): number | null {
  const accessed = isObject(lifeCycle) && isObject(lifeCycle.accessed) ? lifeCycle.accessed.timestamp : undefined;
  return typeof accessed === 'number' ? accessed : null;
}

const isBefore =
  (now: number, days: number) =>
  ({ lastAccessedAt }: Access): boolean =>
    lastAccessedAt <= now - days * DAY;

const dayOf = (time: number) => time - (time % DAY);

const percentage = (part: number, of: number) => (of === 0 ? 0 : Math.round((part / of) * 10_000) / 100);
