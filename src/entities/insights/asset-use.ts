/** When assets were accessed last, for charts: from the life cycle of the assets that the caller may see. */
import { setImmediate } from 'node:timers/promises';
import { type EntityReference, isObject, parseReference } from '../../../contract/index.js';
import { type Fields, type ListPosition, positionOf, readDocument, type Scope } from '../../catalog/index.js';
import { listEntities, type RowFilter } from '../../storage/index.js';

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
}

/** Charts of the use of assets, by name. Sizes are not known to the catalog, so charts of sizes are not among them. */
export const USE_CHARTS: Readonly<Record<string, (accesses: readonly Access[], now: number) => Fields[]>> = {
  UnusedAssets: (accesses, now) =>
    accesses
      .filter(isBefore(now, UNUSED_DAYS))
      .sort((a, b) => a.lastAccessedAt - b.lastAccessedAt)
      .map(({ entity, lastAccessedAt }) => ({ entity, lastAccessedAt })),
  AggregatedUnusedAssetsCount(accesses, now) {
    const unused: Fields = {};
    const used: Fields = {};
    for (const [period, days] of Object.entries(PERIODS)) {
      const count = accesses.filter(isBefore(now, days)).length;
      unused[period] = count;
      used[period] = accesses.length - count;
    }
    return [{ timestamp: dayOf(now), unusedDataAssets: unused, frequentlyUsedDataAssets: used }];
  },
  AggregatedUsedVsUnusedAssetsCount(accesses, now) {
    const unused = accesses.filter(isBefore(now, UNUSED_DAYS)).length;
    const used = accesses.length - unused;
    return [
      {
        timestamp: dayOf(now),
        UnusedPercentage: percentage(unused, accesses.length),
        UsedPercentage: percentage(used, accesses.length),
        Unused: unused,
        Used: used,
      },
    ];
  },
};

/** The rows of a chart now. None if the period does not contain the present day or nothing is known. */
export async function useOfAssets(
  chart: (accesses: readonly Access[], now: number) => Fields[],
  { from, to }: { from: number; to: number },
  scope: Scope,
): Promise<Fields[]> {
  const now = scope.context.now();
  if (from > now || to < dayOf(now)) return [];
  const accesses = await accessesOf(scope);
  return accesses.length === 0 ? [] : chart(accesses, now);
}

async function accessesOf(scope: Scope): Promise<Access[]> {
  const { registry, authorizer } = scope.catalog;
  const found: Access[] = [];
  for (const { name, dataAsset } of registry.types) {
    const filter = dataAsset ? authorizer.filter(scope.actor, 'ViewBasic', name) : null;
    if (filter && filter.kind !== 'none') await addAccesses(name, filter, found, scope);
  }
  return found;
}

async function addAccesses(type: string, filter: RowFilter, found: Access[], { sql }: Scope): Promise<void> {
  for (let after: ListPosition | undefined; found.length < MOST_ASSETS; ) {
    const rows = await listEntities(sql, {
      ...{ type, filter, limit: PAGE },
      include: 'non-deleted',
      conditions: [{ by: 'present', field: 'lifeCycle' }],
      ...(after ? { after } : {}),
    });
    for (const row of rows) {
      const lastAccessedAt = accessIn(readDocument(row));
      if (lastAccessedAt !== null) found.push({ entity: parseReference(row.ref), lastAccessedAt });
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = positionOf(last);
    await setImmediate(); // yield to other requests
  }
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

const percentage = (part: number, of: number) => Math.round((part / of) * 10_000) / 100;
