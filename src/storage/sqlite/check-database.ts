import { statSync } from 'node:fs';
import { DatabaseDamaged, StoreUnavailable } from '../port.js';
import { explained } from './explaining.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** A file up to this size is looked through whole, which takes some hundredths of a second. Bytes. */
const SMALL = 16 * 2 ** 20;
/** Tables that a start reads and that stay small. */
const SMALL_TABLES = ['migration', 'setting', 'deletion', 'lease'];

/**
 * A look at an existing database before it is served: its schema and small tables, or all of a small file. It takes
 * no longer with a large catalog. Throws `DatabaseDamaged`.
 */
export async function checkDatabase(path: string, connection: SqliteConnection): Promise<void> {
  try {
    await lookThrough(path, connection);
  } catch (error) {
    throw error instanceof StoreUnavailable ? explained(path, error) : error;
  }
}

/** Every problem that SQLite finds in the file, which takes some seconds for each gigabyte. */
export async function findDamage(connection: SqliteConnection, most: number): Promise<string[]> {
  const rows = await connection.all<{ integrity_check: string }>(`pragma integrity_check(${Number(most)})`);
  return rows
    .flatMap(({ integrity_check: text }) => text.split('\n'))
    .filter((line) => line !== 'ok' && !line.startsWith('***'));
}

async function lookThrough(path: string, connection: SqliteConnection): Promise<void> {
  connection.execute('begin immediate'); // refused where the file or its folder is read-only
  connection.execute('rollback');
  const rows = await connection.all<{ name: string }>("select name from sqlite_schema where type = 'table'");
  const names = new Set(rows.map(({ name }) => name));
  const checks =
    statSync(path).size <= SMALL
      ? ['pragma quick_check(1)']
      : SMALL_TABLES.filter((name) => names.has(name)).map((name) => `pragma quick_check('${name}')`);
  for (const check of checks) {
    const found = await connection.get<{ quick_check: string }>(check);
    const [problem] = (found?.quick_check ?? 'ok').split('\n').filter((line) => !line.startsWith('***'));
    if (problem !== undefined && problem !== 'ok')
      throw new DatabaseDamaged(`${path} is damaged (${problem}); restore it from a backup`);
  }
}
