export { type AddressPolicy, createAddressPolicy } from './address-policy.js';
export {
  type DatabaseAccess,
  type DatabaseConnection,
  databaseAccess,
  databaseConnections,
  mysqlConnection,
  postgresConnection,
  type SourceOptions,
  sqliteConnection,
} from './connections/index.js';
export { EgressError, type EgressFailure } from './egress-error.js';
export { formsOf, maskSecrets } from './mask-secrets.js';
export {
  createMailEgress,
  isMailAddress,
  type MailAddress,
  type MailEgress,
  type MailEgressOptions,
  type MailLimits,
  MailRefused,
  type MailServer,
  type OutgoingMail,
} from './send-mail.js';
export {
  createHttpEgress,
  type EgressAnswer,
  type EgressRequest,
  type HttpEgress,
  type HttpEgressOptions,
  parseTarget,
} from './send-request.js';
export { type ColumnKind, columnKindOf } from './sources/column-kinds.js';
export {
  allRowsStatement,
  duplicatesStatement,
  invalidStatement,
  missingStatement,
  namedColumnsStatement,
  quoteIdentifier,
  quoteTable,
  type SourceProduct,
  type SourceTable,
} from './sources/contract-statements.js';
export { openMysqlSource } from './sources/mysql-source.js';
export { openPostgresSource } from './sources/postgres-source.js';
export {
  aggregatesStatement,
  type Bins,
  columnsStatement,
  distinctStatement,
  histogramStatement,
  type ProfiledColumn,
  type ProfiledRows,
  quantilesStatement,
  type RowCondition,
  type RowSample,
  rowCountStatement,
  rowsOf,
} from './sources/profile-statements.js';
export { quoteSourceName, quoteSourceTable, quoteSourceText } from './sources/quote.js';
export { writeSampleFile } from './sources/sample-file.js';
export type {
  Source,
  SourceCertificates,
  SourceKind,
  SourceLimits,
  SourceRows,
  SourceTls,
  SourceValue,
} from './sources/source.js';
export { readSqlite } from './sources/sqlite-reader.js';
export {
  openSqliteSource,
  READY,
  type SqliteAnswer,
  type SqliteRequest,
  type SqliteSourceOptions,
} from './sources/sqlite-source.js';
export {
  LOGIN_PROBE,
  mysqlStatements,
  postgresStatements,
  type StepStatements,
  sqliteStatements,
} from './sources/step-statements.js';
export {
  countResult,
  countRows,
  type Deviation,
  type SourceLiteral,
  type SourcePeriod,
  selectColumns,
  selectMeasures,
  selectRows,
  type TableMeasures,
  tableMeasures,
} from './sources/table-measures.js';
