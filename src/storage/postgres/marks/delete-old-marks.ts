/**
 * Deletes rows of a table that marks transactions (`xact`), those of more than this number of transactions before the oldest
 * one that may be open. Skips rows that another transaction deletes.
 */
export function deleteOldMarks(table: string, retained: number): string {
  return `delete from ${table} where ctid in (select ctid from ${table}
          where xact < cast(cast(greatest(cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)
            - ${retained}, 0) as text) as xid8)
          order by xact limit 5000 for update skip locked)`;
}
