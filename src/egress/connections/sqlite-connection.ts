import { type JsonObject, textOf } from '../../../contract/index.js';
import { openSqliteSource } from '../sources/sqlite-source.js';
import type { DatabaseConnection } from './database-connection.js';

/** A SQLite file below the folder that an option names. */
export const sqliteConnection: DatabaseConnection = {
  kind: 'sqlite',
  refuses: (config) => (fileOf(config) === '' ? 'a database in memory belongs to the process that opens it' : null),
  async open(config, { limits, sqlite }) {
    return openSqliteSource({ ...sqlite, file: fileOf(config), limits });
  },
};

/** `databaseMode` is the path of the file; `database` is too where only it is given. */
function fileOf({ databaseMode, database }: JsonObject): string {
  const [mode, name] = [textOf(databaseMode), textOf(database)];
  return mode && mode !== ':memory:' ? mode : name === ':memory:' ? '' : name;
}
