import { openSqliteSource, sqliteStatements } from '../../egress/index.js';
import type { Connector } from './connector.js';
import { databaseSource, textOf } from './database-source.js';

/** A SQLite file below the folder that an option names. */
export const sqliteConnector: Connector = {
  refuses({ databaseMode, database }) {
    const isFile = fileOf({ databaseMode, database }) !== '';
    return isFile ? null : 'a database in memory belongs to the process that opens it';
  },
  async open(config, { limits, sqlite }) {
    const source = await openSqliteSource({ ...sqlite, file: fileOf(config), limits });
    return databaseSource(source, sqliteStatements);
  },
};

/** `databaseMode` is the path of the file; `database` is too where only it is given. */
function fileOf({ databaseMode, database }: { databaseMode?: unknown; database?: unknown }): string {
  const [mode, name] = [textOf(databaseMode), textOf(database)];
  return mode && mode !== ':memory:' ? mode : name === ':memory:' ? '' : name;
}
