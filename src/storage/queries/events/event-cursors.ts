import type { Sql } from '../../port.js';

/** How far a named reader has come; undefined when it has not begun. */
export async function getCursor(sql: Sql, reader: string): Promise<number | undefined> {
  const row = await sql.get<{ position: number }>('select position from event_cursor where reader = $1', [reader]);
  return row?.position;
}

/** Sets a reader's position, also backwards. */
export async function putCursor(tx: Sql, reader: string, position: number): Promise<void> {
  await tx.run(
    `insert into event_cursor (reader, position, updated_at) values ($1, $2, ${tx.dialect.now})
      on conflict (reader) do update set position = excluded.position, updated_at = excluded.updated_at`,
    [reader, position],
  );
}

export async function deleteCursor(tx: Sql, reader: string): Promise<void> {
  await tx.run('delete from event_cursor where reader = $1', [reader]);
}

export function listCursors(sql: Sql): Promise<{ reader: string; position: number; updated_at: number }[]> {
  return sql.all('select reader, position, updated_at from event_cursor order by reader');
}
