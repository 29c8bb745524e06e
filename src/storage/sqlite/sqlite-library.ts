import { createRequire } from 'node:module';
import { getBuiltinModule } from 'node:process';

type SqliteLibrary = Pick<typeof import('@photostructure/sqlite'), 'DatabaseSync'>;

/** The `node:sqlite` API: built in from Node 22.13, from a package before. The types of Node 20 include neither. */
export function loadSqliteLibrary(): SqliteLibrary {
  const builtIn = getBuiltinModule('node:sqlite') as SqliteLibrary | undefined;
  return builtIn ?? (createRequire(import.meta.url)('@photostructure/sqlite') as SqliteLibrary);
}
