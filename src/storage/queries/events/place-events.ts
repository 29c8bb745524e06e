import type { Sql } from '../../port.js';

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
          where position is null and xact < pg_snapshot_xmin(pg_current_snapshot())
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
