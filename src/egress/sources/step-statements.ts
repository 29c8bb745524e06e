// What a connection test runs in a database, by the step of its definition. Statements return few rows of metadata.
import { EgressError } from '../egress-error.js';

/** SQL text by the name of a step; a function may throw an `EgressError`, which then fails that step only. */
export type StepStatements = Readonly<Record<string, string | (() => string)>>;

/** Succeeds once the login does. */
export const LOGIN_PROBE = 'select 1';

const POSTGRES_SYSTEM = "('pg_catalog', 'information_schema', 'pg_toast')";
const postgresRelations = (kinds: string) =>
  `select n.nspname, c.relname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where c.relkind in (${kinds}) and n.nspname not in ${POSTGRES_SYSTEM}`;

/** `queries`: the table or view with the statements that ran, as the connection names it. */
export function postgresStatements({ queries }: { queries: string }): StepStatements {
  return {
    CheckAccess: LOGIN_PROBE,
    GetDatabases: 'select datname from pg_catalog.pg_database where not datistemplate',
    GetSchemas: `select nspname from pg_catalog.pg_namespace where nspname not in ${POSTGRES_SYSTEM}`,
    GetTables: postgresRelations("'r', 'p', 'f'"),
    GetViews: postgresRelations("'v', 'm'"),
    GetTags: 'select polname from pg_catalog.pg_policy',
    GetQueries: () => `select query from ${identifier(queries, 'queryStatementSource')}`,
    GetColumnMetadata: 'select attname, atttypid::regtype::text from pg_catalog.pg_attribute where attnum > 0',
    GetTableComments: 'select objoid, description from pg_catalog.pg_description where objsubid = 0',
    GetInformationSchemaColumns: 'select table_schema, table_name, column_name from information_schema.columns',
  };
}

const MYSQL_SYSTEM = "('information_schema', 'performance_schema', 'mysql', 'sys')";
const mysqlTables = (type: string) =>
  `select table_schema, table_name from information_schema.tables
   where table_type = '${type}' and table_schema not in ${MYSQL_SYSTEM}`;

/** `slowLog`: statements are read from the slow log in place of the general log. */
export function mysqlStatements({ slowLog }: { slowLog: boolean }): StepStatements {
  return {
    CheckAccess: LOGIN_PROBE,
    GetSchemas: `select schema_name from information_schema.schemata where schema_name not in ${MYSQL_SYSTEM}`,
    GetTables: mysqlTables('BASE TABLE'),
    GetViews: mysqlTables('VIEW'),
    GetQueries: slowLog
      ? 'select sql_text from mysql.slow_log limit 1'
      : 'select argument from mysql.general_log limit 1',
  };
}

export const sqliteStatements: StepStatements = {
  CheckAccess: 'select count(*) from sqlite_master', // reads the file, which `select 1` does not
  GetSchemas: 'select name from pragma_database_list',
  GetTables: "select name from sqlite_master where type = 'table'",
  GetViews: "select name from sqlite_master where type = 'view'",
};

/** Names come from a connection: everything but a plain name, possibly qualified, is refused. */
function identifier(name: string, property: string): string {
  if (/^[A-Za-z_][\w$]{0,62}(?:\.[A-Za-z_][\w$]{0,62}){0,2}$/.test(name)) return name;
  throw new EgressError('invalid', `${property} must be the name of a table`);
}
