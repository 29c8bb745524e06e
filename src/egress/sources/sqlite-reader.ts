import { loadSqliteLibrary } from '../../storage/index.js';
import { isReadStatement, ONLY_READS } from './read-statement.js';
import type { SourceRows, SourceValue } from './source.js';
import type { SqliteAnswer, SqliteRequest } from './sqlite-source.js';

/** Runs one statement on a SQLite file that is opened read-only. */
export function readSqlite({ file, text, maxRows }: SqliteRequest): SqliteAnswer {
  // ATTACH and PRAGMA are statements of their own; they cannot be nested in those that only read.
  if (!isReadStatement(text)) return { failed: ONLY_READS };
  const { DatabaseSync } = loadSqliteLibrary();
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: false });
  try {
    database.exec('pragma trusted_schema = off; pragma query_only = on');
    addRegexp(database);
    return { rows: collect(database, text, maxRows) };
  } finally {
    database.close();
  }
}

type Database = InstanceType<ReturnType<typeof loadSqliteLibrary>['DatabaseSync']>;

/** SQLite has the operator, but leaves its function to the program. Early versions of Node 22 cannot add one. */
function addRegexp(database: Database): void {
  if (!('function' in database)) return;
  const known = new Map<string, RegExp>();
  database.function('regexp', { deterministic: true }, (pattern: SourceValue, text: SourceValue) => {
    if (pattern === null || text === null) return null;
    const key = String(pattern);
    const expression = known.get(key) ?? new RegExp(key, 'u');
    known.set(key, expression);
    return Number(expression.test(String(text)));
  });
}

function collect(database: Database, text: string, maxRows: number): SourceRows {
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
