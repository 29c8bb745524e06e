import type { Sql } from '../../port.js';

/**
 * A version stamp of a type: how often its rows changed, or how many events it had. Plain data to cache beside a
 * total.
 */
export interface WriteMark {
  from: string;
  seen: number;
}

/** What makes a stamp stale: rows that come, go, are deleted, restored or renamed, with an event or without; or events. */
export type Watched = 'rows' | 'events';

/** Where several servers write: what each transaction leaves behind. */
const LEFT_BEHIND: Readonly<Record<Watched, string>> = {
  rows: 'row_write where type = $1',
  events: 'change_event where entity_type = $1',
};

/** What older transactions left behind may have been deleted (see `marks/row-marks.ts`), so older stamps do not hold. */
const MOST_TRANSACTIONS = 50_000;

/**
 * Takes the stamp of a type. A total counted in the same snapshot, or later, is valid while `writeMarkHolds`: a commit
 * that leaves something behind, however late, changes the number visible from here on.
 */
export async function takeWriteMark(sql: Sql, type: string, watched: Watched): Promise<WriteMark> {
  if (sql.dialect.positionsAtInsert) return { from: '', seen: await latest(sql, type, watched) };
  const row = await sql.get<WriteMark>(
    `with oldest as (select pg_snapshot_xmin(pg_current_snapshot()) as xact)
      select cast(oldest.xact as text) as "from", (select count(*) from ${LEFT_BEHIND[watched]}
        and xact >= oldest.xact) as seen from oldest`,
    [type],
  );
  return row!;
}

/**
 * Whether the type is unchanged since the stamp was taken. Also false in a snapshot older than the stamp (of a read
 * that began earlier): transactions that ended between the two are below `from` and would not be counted.
 */
export async function writeMarkHolds(sql: Sql, type: string, mark: WriteMark, watched: Watched): Promise<boolean> {
  if (sql.dialect.positionsAtInsert) return (await latest(sql, type, watched)) === mark.seen;
  const row = await sql.get<{ seen: number }>(
    `with age as (select cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint) - cast(cast($2 as text) as bigint) as age)
      select count(*) as seen from ${LEFT_BEHIND[watched]} and xact >= cast(cast($2 as text) as xid8)
      having (select age between 0 and ${MOST_TRANSACTIONS} from age)`,
    [type, mark.from],
  );
  return row?.seen === mark.seen;
}

/** Writers are serial there, so counts and positions become visible in their order. */
async function latest(sql: Sql, type: string, watched: Watched): Promise<number> {
  const row = await sql.get<{ latest: number | null }>(
    watched === 'rows'
      ? 'select changes as latest from type_rows where type = $1'
      : 'select max(position) as latest from change_event where entity_type = $1',
    [type],
  );
  return row?.latest ?? 0;
}
