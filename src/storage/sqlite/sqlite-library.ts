import { createRequire } from 'node:module';
import { getBuiltinModule } from 'node:process';

type SqliteLibrary = Pick<typeof import('@photostructure/sqlite'), 'DatabaseSync'>;

/** The `node:sqlite` API: built in from Node 22.13, a package with the same API before. The types of Node 20 know neither. */
export function loadSqliteLibrary(): SqliteLibrary {
  const builtIn = getBuiltinModule('node:sqlite') as SqliteLibrary | undefined;
  return builtIn ?? (createRequire(import.meta.url)('@photostructure/sqlite') as SqliteLibrary);
}
