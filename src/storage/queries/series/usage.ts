import type { Sql } from '../../port.js';

/** Usage of an entity up to a day. `day` counts days since 1970; ranks are percentiles, 0 to 100, within the type. */
export interface UsageRow {
  entity_id: string;
  type: string;
  day: number;
  daily: number;
  /** Sums over the 7 and 30 days that end with `day`. */
  weekly: number;
  monthly: number;
  daily_rank: number;
  weekly_rank: number;
  monthly_rank: number;
}

const COLUMNS = 'entity_id, type, day, daily, weekly, monthly, daily_rank, weekly_rank, monthly_rank';

/** Adds to the count of a day, or sets it with `replace`. `rankUsage` computes sums and ranks. */
export async function addUsage(
  tx: Sql,
  {
    entityId,
    type,
    day,
    count,
    replace,
  }: { entityId: string; type: string; day: number; count: number; replace?: boolean },
): Promise<void> {
  await tx.run(
    `insert into usage_day (${COLUMNS}) values ($1, $2, $3, $4, $4, $4, 0, 0, 0)
      on conflict (entity_id, day) do update
      set daily = ${replace ? '' : 'usage_day.daily + '}excluded.daily`,
    [entityId, type, day, count],
  );
}

/** Computes the sums of one entity on a day; `rankUsage` computes ranks. */
export async function sumUsage(tx: Sql, entityId: string, day: number): Promise<void> {
  await tx.run(
    `update usage_day set weekly = sums.weekly, monthly = sums.monthly from (
        select sum(case when day > $2 - 7 then daily else 0 end) as weekly, sum(daily) as monthly
        from usage_day where entity_id = $1 and day > $2 - 30 and day <= $2) as sums
      where usage_day.entity_id = $1 and usage_day.day = $2`,
    [entityId, day],
  );
}

/** Computes the sums and percentile ranks of all entities of a type on a day. */
export async function rankUsage(tx: Sql, type: string, day: number): Promise<void> {
  await tx.run(
    `update usage_day set weekly = sums.weekly, monthly = sums.monthly from (
        select entity_id, sum(case when day > $2 - 7 then daily else 0 end) as weekly, sum(daily) as monthly
        from usage_day where type = $1 and day > $2 - 30 and day <= $2 group by entity_id) as sums
      where usage_day.entity_id = sums.entity_id and usage_day.day = $2`,
    [type, day],
  );
  await tx.run(
    `update usage_day set daily_rank = ranks.daily, weekly_rank = ranks.weekly, monthly_rank = ranks.monthly from (
        select entity_id, percent_rank() over (order by daily) * 100 as daily,
          percent_rank() over (order by weekly) * 100 as weekly,
          percent_rank() over (order by monthly) * 100 as monthly
        from usage_day where type = $1 and day = $2) as ranks
      where usage_day.entity_id = ranks.entity_id and usage_day.day = $2`,
    [type, day],
  );
}

/** The newest day with usage of each entity, up to `day` if given. */
export function latestUsage(sql: Sql, ids: readonly string[], day?: number): Promise<UsageRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const upTo = day === undefined ? '' : ' and day <= $2';
  return sql.all<UsageRow>(
    `select u.* from ${sql.dialect.list('$1')} as given join usage_day u on u.entity_id = given.value
      and u.day = (select max(day) from usage_day where entity_id = given.value${upTo})`,
    day === undefined ? [JSON.stringify(ids)] : [JSON.stringify(ids), day],
  );
}

/** Days of one entity, newest first. */
export function listUsage(sql: Sql, entityId: string, from: number, to: number): Promise<UsageRow[]> {
  return sql.all<UsageRow>(
    `select ${COLUMNS} from usage_day where entity_id = $1 and day >= $2 and day <= $3 order by day desc`,
    [entityId, from, to],
  );
}
