import type { Sql } from '../../port.js';

/**
 * Assigns positions to all committed events that have none, in the order of `seq`, and returns how many. A row lock
 * allows one caller at a time. Does nothing where positions are assigned at insert.
 * A transaction draws `seq` when it holds all its locks, and a commit becomes visible before its locks are released.
 * So of two transactions that contend for a lock, or of which one began after the other was acknowledged, the later
 * has the higher `seq`, and whoever sees the later also sees the earlier: that one already has a position, or gets a
 * lower one here. A transaction that is still open may get a later position whatever its `seq` is, and nobody waits
 * for it. (ADR 0010)
 * Clocks of servers differ and may be set back, but the times of events never decrease in event order.
 */
export async function placeEvents(tx: Sql, limit = 5000): Promise<number> {
  if (tx.dialect.positionsAtInsert) return 0;
  const sequence = await tx.get<{ last: number }>(`select last from event_sequence${tx.dialect.forUpdate}`);
  const placed = await tx.run(
    `update change_event set position = batch.position, at = batch.latest from (
        select seq, $1 + row_number() over (order by seq) as position, greatest(max(at) over (order by seq),
          (select at from change_event where position = (select max(position) from change_event))) as latest
        from (select seq, at from change_event where position is null order by seq limit $2) as waiting) as batch
      where change_event.seq = batch.seq`,
    [sequence?.last ?? 0, limit],
  );
  if (placed > 0) await tx.run('update event_sequence set last = last + $1', [placed]);
  return placed;
}

/** Whether events wait for a position; costs next to nothing if there are none. */
export async function hasUnplacedEvents(sql: Sql): Promise<boolean> {
  if (sql.dialect.positionsAtInsert) return false;
  return (await sql.get('select 1 as found from change_event where position is null limit 1')) !== undefined;
}

export interface EventLag {
  /** Number of committed events without a position. */
  waiting: number;
  /** Age of the oldest of them in milliseconds, by the database's clock. */
  age: number;
}

export async function eventLag(sql: Sql): Promise<EventLag> {
  if (sql.dialect.positionsAtInsert) return { waiting: 0, age: 0 };
  const row = await sql.get<EventLag>(
    `select count(*) as waiting, greatest(${sql.dialect.now} - min(at), 0) as age
      from change_event where position is null`,
  );
  return row ?? { waiting: 0, age: 0 };
}
