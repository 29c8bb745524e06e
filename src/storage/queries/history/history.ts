import type { Sql } from '../../port.js';
import type { HistoryRow } from '../../rows.js';

const COLUMNS = 'entity_id, version, updated_at, updated_by, doc';

/** Keeps a version; a version that is kept already takes the new text. */
export async function insertHistory(tx: Sql, rows: readonly HistoryRow[]): Promise<void> {
  await Promise.all(
    rows.map((row) =>
      tx.run(
        `insert into history (${COLUMNS}) values ($1, $2, $3, $4, $5)
          on conflict (entity_id, version) do update
          set updated_at = excluded.updated_at, updated_by = excluded.updated_by, doc = excluded.doc`,
        [row.entity_id, row.version, row.updated_at, row.updated_by, row.doc],
      ),
    ),
  );
}

/** Kept versions, newest first. */
export function listHistory(
  sql: Sql,
  { id, limit, offset }: { id: string; limit: number; offset?: number },
): Promise<HistoryRow[]> {
  return sql.all<HistoryRow>(
    `select ${COLUMNS} from history where entity_id = $1 order by version desc limit $2 offset $3`,
    [id, limit, offset ?? 0],
  );
}

export function latestHistory(sql: Sql, id: string): Promise<HistoryRow | undefined> {
  return sql.get<HistoryRow>(`select ${COLUMNS} from history where entity_id = $1 order by version desc limit 1`, [id]);
}

export function getHistory(sql: Sql, id: string, version: number): Promise<HistoryRow | undefined> {
  return sql.get<HistoryRow>(`select ${COLUMNS} from history where entity_id = $1 and version = $2`, [id, version]);
}

export async function countHistory(sql: Sql, id: string): Promise<number> {
  const row = await sql.get<{ count: number }>('select count(*) as count from history where entity_id = $1', [id]);
  return row?.count ?? 0;
}

/** A place in the order of age of kept versions. */
export interface HistoryPlace {
  updated_at: number;
  entity_id: string;
  version: number;
}

const START: HistoryPlace = { updated_at: 0, entity_id: '', version: 0 };

/**
 * Looks at the next `limit` versions older than `at` and removes them, but never the newest kept of an entity. Resolves to
 * the place to go on from; null at the end.
 */
export async function deleteHistoryBefore(
  tx: Sql,
  at: number,
  from: HistoryPlace | null = null,
  limit = 1000,
): Promise<HistoryPlace | null> {
  const place = from ?? START;
  const rows = await tx.all<HistoryPlace & { superseded: number }>(
    `select old.updated_at, old.entity_id, old.version, case when exists (
        select 1 from history newer where newer.entity_id = old.entity_id and newer.version > old.version)
        then 1 else 0 end as superseded
      from history old
      where old.updated_at < $1 and (old.updated_at, old.entity_id, old.version) > ($2, $3, $4)
      order by old.updated_at, old.entity_id, old.version limit $5`,
    [at, place.updated_at, place.entity_id, place.version, limit],
  );
  const superseded = rows.filter((row) => row.superseded === 1);
  await Promise.all(
    superseded.map(({ entity_id, version }) =>
      tx.run('delete from history where entity_id = $1 and version = $2', [entity_id, version]),
    ),
  );
  return rows.length < limit ? null : (rows.at(-1) ?? null);
}
