import type { Sql } from '../../port.js';

/**
 * The first transaction still running that may tell of something. A transaction belongs to one database to its end, so
 * those that are seen to run in another database of the server are left out; what cannot be told, counts.
 */
const FIRST_RUNNING = `
  select coalesce(min(running), pg_snapshot_xmax(pg_current_snapshot()))
  from pg_snapshot_xip(pg_current_snapshot()) as running
  where not exists (
      select from pg_stat_activity where backend_xid = running::xid and datname <> current_database())
    and not exists (
      select from pg_prepared_xacts where transaction = running::xid and database <> current_database())`;

/**
 * Gives positions to events of transactions that ended before every one still running, in order of insertion; the
 * number placed. Nothing that commits later can come before them. One caller at a time, where positions are not given
 * at insert; elsewhere there is nothing to do.
 */
export async function placeEvents(tx: Sql, limit = 5000): Promise<number> {
  if (tx.dialect.positionsAtInsert) return 0;
  const sequence = await tx.get<{ last: number }>(`select last from event_sequence${tx.dialect.forUpdate}`);
  const placed = await tx.run(
    `update change_event set position = batch.position from (
        select seq, $1 + row_number() over (order by seq) as position from (
          select seq from change_event
          where position is null and xact < (${FIRST_RUNNING})
          order by seq limit $2) as ended) as batch
      where change_event.seq = batch.seq`,
    [sequence?.last ?? 0, limit],
  );
  if (placed > 0) await tx.run('update event_sequence set last = last + $1', [placed]);
  return placed;
}

/** Whether events wait for a position: a look that costs next to nothing when there are none. */
export async function hasUnplacedEvents(sql: Sql): Promise<boolean> {
  if (sql.dialect.positionsAtInsert) return false;
  return (await sql.get('select 1 as found from change_event where position is null limit 1')) !== undefined;
}

export interface EventLag {
  /** Committed events that have no position yet. */
  waiting: number;
  /** Age of the oldest of them in milliseconds, by the database's clock. */
  age: number;
}

export async function eventLag(sql: Sql): Promise<EventLag> {
  if (sql.dialect.positionsAtInsert) return { waiting: 0, age: 0 };
  const row = await sql.get<EventLag>(
    `select count(*) as waiting, coalesce(${sql.dialect.now} - min(at), 0) as age
      from change_event where position is null`,
  );
  return row ?? { waiting: 0, age: 0 };
}
