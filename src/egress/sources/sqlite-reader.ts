import { loadSqliteLibrary } from '../../storage/index.js';
import type { SourceRows, SourceValue } from './source.js';
import type { SqliteAnswer, SqliteRequest } from './sqlite-source.js';

// ATTACH, which could open other files, and PRAGMA are separate statements and cannot be nested in these.
const READS = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:select|with|values|explain)\b/i;

/** Runs one statement on a SQLite file that is opened read-only. */
export function readSqlite({ file, text, maxRows }: SqliteRequest): SqliteAnswer {
  if (!READS.test(text)) return { failed: 'only read-only statements are allowed' };
  const { DatabaseSync } = loadSqliteLibrary();
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: false });
  try {
    database.exec('pragma trusted_schema = off; pragma query_only = on');
    return { rows: collect(database, text, maxRows) };
  } finally {
    database.close();
  }
}

function collect(
  database: InstanceType<ReturnType<typeof loadSqliteLibrary>['DatabaseSync']>,
  text: string,
  maxRows: number,
): SourceRows {
  const statement = database.prepare(text);
  statement.setReadBigInts(true);
  const rows: SourceValue[][] = [];
  const columns = statement.columns().map(({ name }) => name);
  for (const row of statement.iterate()) {
    if (rows.length === maxRows) return { columns, rows, cut: true };
    rows.push(Object.values(row as Record<string, SourceValue>)); // SQLite has no other types of values
  }
  return { columns, rows, cut: false };
}
