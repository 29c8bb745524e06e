// Removes records of deliveries, a slice at a time. What others refer to goes first: that waits for who is adding to it.
import type { Sql } from '../../port.js';

/** Removes up to `limit` deliveries that ended before a time, and returns how many. */
export async function removeDeliveriesBefore(
  tx: Sql,
  { state, at, limit }: { state: 'delivered' | 'failed'; at: number; limit: number },
): Promise<number> {
  return remove(
    tx,
    await tx.all<{ id: string }>(
      'select id from alert_delivery where state = $1 and updated_at < $2 order by updated_at, id limit $3',
      [state, at, limit],
    ),
  );
}

/** Removes up to `limit` of an alert's delivered records beyond the newest `keep`, and returns how many. */
export async function removeDelivered(
  tx: Sql,
  { alertId, keep, limit }: { alertId: string; keep: number; limit: number },
): Promise<number> {
  return remove(
    tx,
    await tx.all<{ id: string }>(
      `select id from alert_delivery where alert_id = $1 and state = 'delivered'
        order by updated_at desc, id desc limit $3 offset $2`,
      [alertId, keep, limit],
    ),
  );
}

/** Removes up to `limit` deliveries of a deleted alert, and the last of it when there are no more. False if nothing is left. */
export async function removeGoneAlert(tx: Sql, limit: number): Promise<boolean> {
  const gone = await tx.get<{ alert_id: string }>("select alert_id from alert_cursor where state = 'gone' limit 1");
  if (!gone) return false;
  const rows = await tx.all<{ id: string }>('select id from alert_delivery where alert_id = $1 limit $2', [
    gone.alert_id,
    limit,
  ]);
  await remove(tx, rows);
  if (rows.length < limit) {
    await tx.run("delete from alert_cursor where alert_id = $1 and state = 'gone'", [gone.alert_id]);
    await tx.run('delete from alert_destination where alert_id = $1', [gone.alert_id]);
  }
  return true;
}

async function remove(tx: Sql, rows: readonly { id: string }[]): Promise<number> {
  if (rows.length === 0) return 0;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const count = await tx.run(`delete from alert_delivery where id in ${tx.dialect.list('$1')}`, [ids]);
  await tx.run(`delete from alert_attempt where delivery_id in ${tx.dialect.list('$1')}`, [ids]);
  return count;
}
