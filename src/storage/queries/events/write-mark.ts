import type { Sql } from '../../port.js';

/**
 * A version stamp of a type: how often its rows changed, or how many events it had. Plain data to cache beside a
 * total.
 */
export interface WriteMark {
  from: string;
  seen: number;
}

/** What makes a stamp stale: rows that come, go or are renamed, or also changes of what is in them and of their relations. */
export type Watched = 'rows' | 'values';

/**
 * Takes the stamp of a type. A total counted in the same snapshot, or later, is valid while `writeMarkHolds`: a commit
 * that adds events of the type, however late, changes the number visible from here on.
 */
export async function takeWriteMark(sql: Sql, type: string, watched: Watched = 'rows'): Promise<WriteMark> {
  if (sql.dialect.positionsAtInsert)
    return {
      from: String(await rowChanges(sql, type)),
      seen: watched === 'values' ? await lastPosition(sql, type) : 0,
    };
  const row = await sql.get<WriteMark>(
    `with oldest as (select pg_snapshot_xmin(pg_current_snapshot()) as xact)
      select cast(oldest.xact as text) as "from", (select count(*) from change_event
        where entity_type = $1 and xact >= oldest.xact) as seen from oldest`,
    [type],
  );
  return row!;
}

/**
 * Whether the type is unchanged since the stamp was taken. Also false in a snapshot older than the stamp (of a read
 * that began earlier): transactions that ended between the two are below `from` and would not be counted.
 */
export async function writeMarkHolds(
  sql: Sql,
  type: string,
  mark: WriteMark,
  watched: Watched = 'rows',
): Promise<boolean> {
  if (sql.dialect.positionsAtInsert) {
    if (String(await rowChanges(sql, type)) !== mark.from) return false;
    return watched === 'rows' || (await lastPosition(sql, type)) === mark.seen;
  }
  const row = await sql.get<{ seen: number }>(
    `select count(*) as seen from change_event where entity_type = $1 and xact >= cast($2 as xid8)
      having pg_snapshot_xmin(pg_current_snapshot()) >= cast($2 as xid8)`,
    [type, mark.from],
  );
  return row?.seen === mark.seen;
}

async function rowChanges(sql: Sql, type: string): Promise<number> {
  const row = await sql.get<{ changes: number }>('select changes from type_rows where type = $1', [type]);
  return row?.changes ?? 0;
}

/** Writers are serial there, so events become visible in their order. */
async function lastPosition(sql: Sql, type: string): Promise<number> {
  const row = await sql.get<{ last: number | null }>(
    'select max(position) as last from change_event where entity_type = $1',
    [type],
  );
  return row?.last ?? 0;
}
