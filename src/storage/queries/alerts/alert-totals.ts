import type { Sql } from '../../port.js';

export interface AlertTotals {
  delivered: number;
  failed: number;
  pending: number;
}

/** Deliveries of existing alerts by state. */
export async function alertTotals(sql: Sql): Promise<AlertTotals> {
  const { integer } = sql.dialect.types;
  const row = await sql.get<AlertTotals>(
    `select cast(coalesce(sum(succeeded), 0) as ${integer}) as delivered, cast(coalesce(sum(failed), 0) as ${integer}) as failed,
      (select count(*) from alert_delivery where state = 'pending') as pending from alert_destination`,
  );
  return row ?? { delivered: 0, failed: 0, pending: 0 };
}

/** Number of events that the alert furthest behind has not read; without those that are disabled. */
export async function alertLag(sql: Sql): Promise<number> {
  const row = await sql.get<{ lag: number }>(
    `select coalesce((select max(position) from change_event) - min(position), 0) as lag from (
      select case when c.state = 'lane' and l.position > c.position then l.position else c.position end as position
        from alert_cursor c join alert_lane l on l.share = c.share and l.every = c.every and l.batch = c.batch
        where c.state in ('lane', 'behind')) reading`,
  );
  return row?.lag ?? 0;
}

/** Number of destinations that are believed to be down. */
export async function openCircuits(sql: Sql): Promise<number> {
  const row = await sql.get<{ count: number }>(
    "select count(*) as count from alert_destination where circuit = 'open'",
  );
  return row?.count ?? 0;
}
