import type { Sql } from '../../port.js';

/** JSON text stored under a name; null if there is none. */
export async function getSearchState(sql: Sql, name: string): Promise<string | null> {
  const row = await sql.get<{ value: string }>('select value from search_state where name = $1', [name]);
  return row?.value ?? null;
}

/** Several values by name; missing ones are left out. */
export async function getSearchStates(sql: Sql, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.all<{ name: string; value: string }>(
    `select name, value from search_state where name in ${sql.dialect.list('$1')}`,
    [JSON.stringify(names)],
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function putSearchState(tx: Sql, name: string, value: string): Promise<void> {
  await tx.run(
    'insert into search_state (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, value],
    [name],
  );
}
