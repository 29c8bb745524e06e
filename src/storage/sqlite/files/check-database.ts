import { statSync } from 'node:fs';
import { DatabaseDamaged, StoreUnavailable } from '../../port.js';
import { GENERATIONS, searchTables } from '../../queries/search/search-tables.js';
import type { SqliteConnection } from '../sqlite-connection.js';
import { explained } from './explaining.js';

/** A file up to this size is looked through whole, which takes some hundredths of a second. Bytes. */
const SMALL = 16 * 2 ** 20;
/** Findings of a check, so that one that matters is among them. */
const ENOUGH = 10;
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
  const unused = await unusedText(connection);
  const rows = await connection.all<{ integrity_check: string }>(`pragma integrity_check(${Number(most)})`);
  return rows.flatMap(({ integrity_check: text }) => problemsIn(text, unused));
}

/** Lines of what a check of SQLite says; `unused` names a table whose state does not matter. */
function problemsIn(text: string, unused: string | null): string[] {
  return text
    .split('\n')
    .filter((line) => line !== 'ok' && !line.startsWith('***') && (unused === null || !line.includes(unused)));
}

/**
 * The full-text index of the generation that is neither in use nor being built. It is emptied in slices, and in between
 * SQLite takes it for damaged; nothing reads it before it is empty.
 */
async function unusedText(connection: SqliteConnection): Promise<string | null> {
  const query = "select value from search_state where name in ('generation', 'shadow')";
  const rows = await connection.all<{ value: string }>(query).catch(() => []); // before the migration that makes it
  const inUse = new Set(rows.map(({ value }) => value.split(' ')[0]));
  const unused = inUse.size === 0 ? [] : GENERATIONS.filter((generation) => !inUse.has(String(generation)));
  return unused[0] === undefined ? null : searchTables(unused[0]).text;
}

async function lookThrough(path: string, connection: SqliteConnection): Promise<void> {
  connection.execute('begin immediate'); // refused where the file or its folder is read-only
  connection.execute('rollback');
  const rows = await connection.all<{ name: string }>("select name from sqlite_schema where type = 'table'");
  const names = new Set(rows.map(({ name }) => name));
  const unused = await unusedText(connection);
  const checks =
    statSync(path).size <= SMALL
      ? [`pragma quick_check(${ENOUGH})`]
      : SMALL_TABLES.filter((name) => names.has(name)).map((name) => `pragma quick_check('${name}')`);
  for (const check of checks) {
    const found = await connection.all<{ quick_check: string }>(check);
    const [problem] = found.flatMap(({ quick_check: text }) => problemsIn(text, unused));
    if (problem !== undefined) throw new DatabaseDamaged(`${path} is damaged (${problem}); restore it from a backup`);
  }
}
