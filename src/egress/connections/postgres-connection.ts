import { type JsonObject, textOf } from '../../../contract/index.js';
import { EgressError } from '../egress-error.js';
import { openPostgresSource } from '../sources/postgres-source.js';
import type { Source, SourceTls } from '../sources/source.js';
import { LOGIN_PROBE } from '../sources/step-statements.js';
import type { DatabaseAccess, DatabaseConnection } from './database-connection.js';
import { passwordOf, readCertificates, readHostPort, serverRefusal } from './read-config.js';

/** PostgreSQL, and databases that are PostgreSQL with extensions. */
export const postgresConnection: DatabaseConnection = {
  kind: 'postgres',
  refuses: serverRefusal,
  async open(given, access, database = textOf(given.database)) {
    const config: JsonObject = { ...given, database };
    const [first, second] = tlsModes[textOf(config.sslMode)] ?? ['off'];
    return openWith(first, config, access).catch((error: unknown) => {
      const isTlsDecisive = error instanceof EgressError && ['broken', 'failed'].includes(error.failure);
      if (second === undefined || !isTlsDecisive) throw error;
      return openWith(second, config, access);
    });
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

async function openWith(tls: SourceTls, config: JsonObject, { policy, limits }: DatabaseAccess): Promise<Source> {
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
