import { loadSqliteLibrary } from '../../storage/index.js';
import { quoteSourceName } from './quote.js';

/** Writes a SQLite file with one table, for samples. The file must not exist. */
export function writeSampleFile(
  file: string,
  table: string,
  columns: readonly { name: string; dataType: string }[],
  rows: readonly (readonly (string | number | null)[])[],
): void {
  const { DatabaseSync } = loadSqliteLibrary();
  const database = new DatabaseSync(file);
  const name = quoteSourceName('sqlite', table);
  const defined = columns.map((column) => `${quoteSourceName('sqlite', column.name)} ${column.dataType}`);
  try {
    database.exec(`begin; create table ${name} (${defined.join(', ')})`);
    const insert = database.prepare(`insert into ${name} values (${columns.map(() => '?').join(', ')})`);
    for (const row of rows) insert.run(...row);
    database.exec('commit');
  } finally {
    database.close();
  }
}
