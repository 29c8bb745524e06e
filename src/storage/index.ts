export { type Capabilities, cachesRows, capabilitiesOf, hasTable } from './capabilities.js';
export { ANY, isLike, literalsOf, ONE, placesAfter, stepsOf } from './like-pattern.js';
export { dropTables } from './migrations/drop-tables.js';
export { checksumOf, MigrationMismatch, migrate, pendingMigrations } from './migrations/migrate.js';
export { openStore, type StoreOptions } from './open-store.js';
export type {
  ColumnTypes,
  Dialect,
  LastStep,
  NoticeConnection,
  NoticeListener,
  SearchColumn,
  SearchTokens,
  Sql,
  SqlValue,
  Store,
  WordQuery,
  WritePriority,
} from './port.js';
export { cached, connectionValue, forOneRequest } from './port.js';
export { openPostgres } from './postgres/open-postgres.js';
export type { PostgresOptions } from './postgres/postgres-client.js';
export * from './queries/index.js';
export * from './rows.js';
export {
  type CheckpointerStart,
  openCheckpointer,
  type ToCheckpointer,
} from './sqlite/checkpoints.js';
export { openSqlite } from './sqlite/open-sqlite.js';
export type { SqliteOptions } from './sqlite/sqlite-connection.js';
export { loadSqliteLibrary } from './sqlite/sqlite-library.js';
export type { UnavailableKind } from './store-errors.js';
export { DatabaseDamaged, DatabaseInUse, LostRace, StoreUnavailable, UniqueViolation } from './store-errors.js';
export { createStoreHealth, type StoreHealth, type StoreProblem, watchStore } from './store-health.js';
