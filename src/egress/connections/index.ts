import type { DatabaseConnection } from './database-connection.js';
import { mysqlConnection } from './mysql-connection.js';
import { postgresConnection } from './postgres-connection.js';
import { sqliteConnection } from './sqlite-connection.js';

export { databaseAccess, type SourceOptions } from './database-access.js';
export type { DatabaseAccess, DatabaseConnection } from './database-connection.js';
export { mysqlConnection, postgresConnection, sqliteConnection };

/**
 * Databases that this server opens itself, by the `type` of the connection. Those that only resemble these, such as
 * Redshift or CockroachDB, are not among them: nothing here was tried against them.
 */
export const databaseConnections: Readonly<Record<string, DatabaseConnection>> = {
  MariaDB: mysqlConnection,
  Mysql: mysqlConnection,
  Postgres: postgresConnection,
  SQLite: sqliteConnection,
  Timescale: postgresConnection,
};
