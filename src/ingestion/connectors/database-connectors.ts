/** Databases: each step runs a statement. */
import { type JsonObject, textOf } from '../../../contract/index.js';
import {
  type DatabaseConnection,
  mysqlConnection,
  mysqlStatements,
  postgresConnection,
  postgresStatements,
  type Source,
  type SourceRows,
  type StepStatements,
  sqliteConnection,
  sqliteStatements,
} from '../../egress/index.js';
import type { Connector, StepOutcome, TestedSource } from './connector.js';

export const mysqlConnector = databaseConnector(mysqlConnection, ({ useSlowLogs }) =>
  mysqlStatements({ slowLog: useSlowLogs === true }),
);

export const postgresConnector = databaseConnector(postgresConnection, ({ queryStatementSource }) =>
  postgresStatements({ queries: textOf(queryStatementSource) || 'pg_stat_statements' }),
);

export const sqliteConnector = databaseConnector(sqliteConnection, () => sqliteStatements);

function databaseConnector(
  { refuses, open }: DatabaseConnection,
  statements: (config: JsonObject) => StepStatements,
): Connector {
  return {
    refuses,
    open: async (config, access) => databaseSource(await open(config, access), statements(config)),
  };
}

function databaseSource(source: Source, statements: StepStatements): TestedSource {
  const runStep = async (statement: StepStatements[string]): Promise<StepOutcome> => {
    const text = typeof statement === 'function' ? statement() : statement;
    return { command: text.replaceAll(/\s+/g, ' '), summary: rowCount(await source.query(text)) };
  };
  const steps = Object.entries(statements).map(([name, statement]) => [name, () => runStep(statement)] as const);
  return { steps: Object.fromEntries(steps), close: () => source.close() };
}

function rowCount({ rows, cut }: SourceRows): string {
  const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  return cut ? `more than ${count}` : count;
}
