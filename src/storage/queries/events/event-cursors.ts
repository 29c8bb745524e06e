import type { Sql } from '../../port.js';

/** Position of the last event that a named reader has handled; undefined if it has not started. */
export async function getCursor(sql: Sql, reader: string): Promise<number | undefined> {
  const row = await sql.get<{ position: number }>('select position from event_cursor where reader = $1', [reader]);
  return row?.position;
}

/** Creates the cursor of a reader that has none. */
export async function beginCursor(tx: Sql, reader: string, position: number): Promise<void> {
  await tx.run(
    `insert into event_cursor (reader, position, updated_at) values ($1, $2, ${tx.dialect.now})
      on conflict (reader) do nothing`,
    [reader, position],
  );
}

/** Moves a cursor that is still at `from`; false if another server has moved it. */
export async function moveCursor(
  tx: Sql,
  reader: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const moved = await tx.run(
    `update event_cursor set position = $3, updated_at = ${tx.dialect.now} where reader = $1 and position = $2`,
    [reader, from, to],
  );
  return moved === 1;
}

/** Number of unhandled events of each of the named readers. */
export function readerLags(sql: Sql, readers: readonly string[]): Promise<{ reader: string; lag: number }[]> {
  return sql.all(
    `select reader, coalesce((select max(position) from change_event), position) - position as lag
      from event_cursor where reader in ${sql.dialect.list('$1')} order by reader`,
    [JSON.stringify(readers)],
  );
}
