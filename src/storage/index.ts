export { checksumOf, MigrationMismatch, migrate, pendingMigrations } from './migrations/migrate.js';
export type { ColumnTypes, Dialect, Sql, SqlValue, Store } from './port.js';
export { UniqueViolation } from './port.js';
export * from './queries/index.js';
export * from './rows.js';
export { openSqlite } from './sqlite/open-sqlite.js';
export type { SqliteOptions } from './sqlite/sqlite-connection.js';
