import type { Connector } from './connector.js';
import { mysqlConnector, postgresConnector, sqliteConnector } from './database-connectors.js';
import {
  elasticConnector,
  grafanaConnector,
  metabaseConnector,
  restConnector,
  supersetConnector,
} from './http-connectors.js';

export type { Connector, SourceAccess, StepOutcome, TestedSource } from './connector.js';

/**
 * Connections that the server tests itself, by their `type`. Databases that only resemble these, such as Redshift or
 * CockroachDB, are left to a runner: nothing here was tried against them.
 */
export const connectors: Readonly<Record<string, Connector>> = {
  ElasticSearch: elasticConnector,
  Grafana: grafanaConnector,
  MariaDB: mysqlConnector,
  Metabase: metabaseConnector,
  Mysql: mysqlConnector,
  OpenSearch: elasticConnector,
  Postgres: postgresConnector,
  Rest: restConnector,
  SQLite: sqliteConnector,
  Superset: supersetConnector,
  Timescale: postgresConnector,
};
