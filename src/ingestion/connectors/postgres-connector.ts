import type { JsonObject } from '../../../contract/index.js';
import {
  EgressError,
  LOGIN_PROBE,
  openPostgresSource,
  postgresStatements,
  type SourceTls,
} from '../../egress/index.js';
import type { Connector, SourceAccess } from './connector.js';
import {
  databaseSource,
  driverSettings,
  passwordOf,
  readCertificates,
  readHostPort,
  textOf,
} from './database-source.js';

/** PostgreSQL, and databases that are PostgreSQL with extensions. */
export const postgresConnector: Connector = {
  refuses(config) {
    if (passwordOf(config) === undefined) return 'authType is not a password';
    return driverSettings(config);
  },
  async open(config, access) {
    const [first, second] = tlsModes[textOf(config.sslMode)] ?? ['off'];
    const source = await openWith(first, config, access).catch((error) => {
      const isTlsDecisive = error instanceof EgressError && ['broken', 'failed'].includes(error.failure);
      if (second === undefined || !isTlsDecisive) throw error;
      return openWith(second, config, access);
    });
    const queries = textOf(config.queryStatementSource) || 'pg_stat_statements';
    return databaseSource(source, postgresStatements({ queries }));
  },
};

/** `allow` and `prefer` mean two attempts. */
const tlsModes: Readonly<Record<string, readonly [SourceTls, SourceTls?]>> = {
  disable: ['off'],
  allow: ['off', 'require'],
  prefer: ['require', 'off'],
  require: ['require'],
  'verify-ca': ['verify'],
  'verify-full': ['verify'],
};

async function openWith(tls: SourceTls, config: JsonObject, { policy, limits }: SourceAccess) {
  const source = await openPostgresSource({
    ...readHostPort(config, 5432),
    user: textOf(config.username),
    password: passwordOf(config) ?? '',
    database: textOf(config.database),
    tls,
    certificates: readCertificates(config),
    policy,
    limits,
  });
  try {
    await source.query(LOGIN_PROBE); // the login, which the driver leaves to the first statement
    return source;
  } catch (error) {
    await source.close();
    throw error;
  }
}
