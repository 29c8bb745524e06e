import type { Sql } from '../../port.js';
import type { HistoryRow } from '../../rows.js';

const COLUMNS = 'entity_id, version, updated_at, updated_by, doc';

/** The statement that stores a version, with the given values; replaces the text of a version that is already stored. */
export function putHistory(values: readonly string[]): string {
  return `insert into history (${COLUMNS}) values (${values.join(', ')})
    on conflict (entity_id, version) do update
    set updated_at = excluded.updated_at, updated_by = excluded.updated_by, doc = excluded.doc`;
}

const PUT = putHistory(['$1', '$2', '$3', '$4', '$5']);

/** Stores versions; replaces the text of those that are already stored. */
export async function insertHistory(tx: Sql, rows: readonly HistoryRow[]): Promise<void> {
  await Promise.all(
    rows.map((row) => tx.run(PUT, [row.entity_id, row.version, row.updated_at, row.updated_by, row.doc])),
  );
}

/** Stored versions, newest first; with `before`, those that are older than this one. */
export function listHistory(
  sql: Sql,
  { id, limit, offset, before }: { id: string; limit: number; offset?: number; before?: number },
): Promise<HistoryRow[]> {
  return sql.all<HistoryRow>(
    `select ${COLUMNS} from history where entity_id = $1 and version < $4 order by version desc limit $2 offset $3`,
    [id, limit, offset ?? 0, before ?? Number.MAX_SAFE_INTEGER],
  );
}

/** The numbers and bytes of stored versions, newest first, counted without reading them. */
export function historySizes(
  sql: Sql,
  { id, limit }: { id: string; limit: number },
): Promise<{ version: number; size: number }[]> {
  return sql.all(
    'select version, octet_length(doc) as size from history where entity_id = $1 order by version desc limit $2',
    [id, limit],
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
