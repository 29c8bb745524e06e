import { createRequire } from 'node:module';
import process from 'node:process';

type SqliteLibrary = Pick<typeof import('@photostructure/sqlite'), 'DatabaseSync'>;

/** The `node:sqlite` API: built in from Node 22.13, from a package before. The types of Node 20 include neither. */
export function loadSqliteLibrary(): SqliteLibrary {
  const builtIn = withoutWarning(() => process.getBuiltinModule('node:sqlite') as SqliteLibrary | undefined);
  return builtIn ?? (createRequire(import.meta.url)('@photostructure/sqlite') as SqliteLibrary);
}

/** Node 22 warns that the module may change, once per thread and command; all versions are tested with this server. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
