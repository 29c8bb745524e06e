import { statSync } from 'node:fs';
import { GENERATIONS, searchTables } from '../../queries/search/search-tables.js';
import { DatabaseDamaged, StoreUnavailable } from '../../store-errors.js';
import type { SqliteConnection } from '../sqlite-connection.js';
import { explainFailure } from './explaining.js';

/** Files up to this size are checked completely, which takes some 10 ms. Bytes. */
const SMALL = 16 * 2 ** 20;
/** Number of findings to collect, enough to include one that matters. */
const ENOUGH = 10;
/** Tables that are read at start and stay small. */
const SMALL_TABLES = ['migration', 'setting', 'deletion', 'lease'];

/**
 * Checks an existing database before it is served: its schema and small tables, or all of a small file. Its duration
 * does not grow with the catalog. Throws `DatabaseDamaged`.
 */
export async function checkDatabase(path: string, connection: SqliteConnection): Promise<void> {
  try {
    await lookThrough(path, connection);
  } catch (error) {
    throw error instanceof StoreUnavailable ? explainFailure(path, error) : error;
  }
}

/** Every problem that SQLite finds in the file. Takes some seconds per gigabyte. */
export async function findDamage(connection: SqliteConnection, most: number): Promise<string[]> {
  const unused = await unusedText(connection);
  const rows = await connection.all<{ integrity_check: string }>(`pragma integrity_check(${Number(most)})`);
  return rows.flatMap(({ integrity_check: text }) => problemsIn(text, unused));
}

/** Lines of a SQLite check's output; `unused` names a table whose state does not matter. */
function problemsIn(text: string, unused: string | null): string[] {
  return text
    .split('\n')
    .filter((line) => line !== 'ok' && !line.startsWith('***') && (unused === null || !line.includes(unused)));
}

/**
 * The full-text index of the generation that is neither in use nor under construction. It is emptied in slices,
 * between which SQLite reports it as damaged; nothing reads it before it is empty.
 */
async function unusedText(connection: SqliteConnection): Promise<string | null> {
  const query = "select value from search_state where name in ('generation', 'shadow')";
  const rows = await connection.all<{ value: string }>(query).catch(() => []); // fails before the migration that creates it
  const inUse = new Set(rows.map(({ value }) => value.split(' ')[0]));
  const unused = inUse.size === 0 ? [] : GENERATIONS.filter((generation) => !inUse.has(String(generation)));
  return unused[0] === undefined ? null : searchTables(unused[0]).text;
}

async function lookThrough(path: string, connection: SqliteConnection): Promise<void> {
  connection.execute('begin immediate'); // fails where the file or its folder is read-only
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
