import type { Sql } from '../../port.js';

export interface SettingRow {
  name: string;
  updated_at: number;
  /** JSON text. */
  doc: string;
}

export function getSetting(sql: Sql, name: string): Promise<SettingRow | undefined> {
  return sql.get<SettingRow>('select name, updated_at, doc from setting where name = $1', [name]);
}

/** The stored value of a setting; null if it was never set. */
export async function getSettingValue<T>(sql: Sql, name: string): Promise<T | null> {
  const row = await getSetting(sql, name);
  return row ? (JSON.parse(row.doc) as { value: T }).value : null;
}

export function listSettings(sql: Sql): Promise<SettingRow[]> {
  return sql.all<SettingRow>('select name, updated_at, doc from setting order by name');
}

export async function putSetting(tx: Sql, row: SettingRow): Promise<void> {
  await tx.run(
    `insert into setting (name, updated_at, doc) values ($1, $2, $3)
      on conflict (name) do update set updated_at = excluded.updated_at, doc = excluded.doc`,
    [row.name, row.updated_at, row.doc],
  );
}

/** For who changes a setting, which may have no row yet: nobody else changes or relies on it until the transaction ends. */
export async function lockSetting(tx: Sql, name: string): Promise<void> {
  const { lockName } = tx.dialect;
  if (lockName) await tx.all(lockName.alone, [lockOf(name)]);
}

/** For who relies on a setting: nobody changes it until the transaction ends. */
export async function keepSetting(tx: Sql, name: string): Promise<void> {
  const { lockName } = tx.dialect;
  if (lockName) await tx.all(lockName.shared, [lockOf(name)]);
}

const lockOf = (name: string) => `setting ${name}`;

export async function deleteSetting(tx: Sql, name: string): Promise<void> {
  await tx.run('delete from setting where name = $1', [name]);
}
