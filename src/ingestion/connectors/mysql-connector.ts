import { mysqlStatements, openMysqlSource } from '../../egress/index.js';
import type { Connector } from './connector.js';
import {
  databaseSource,
  driverSettings,
  passwordOf,
  readCertificates,
  readHostPort,
  textOf,
} from './database-source.js';

/** MySQL and MariaDB. Certificates turn on encryption; one of an authority also turns on verification. */
export const mysqlConnector: Connector = {
  refuses(config) {
    if (passwordOf(config) === undefined) return 'authType is not a password';
    return driverSettings(config);
  },
  async open(config, { policy, limits }) {
    const certificates = readCertificates(config);
    const isEncrypted = Object.keys(certificates).length > 0;
    const source = await openMysqlSource({
      ...readHostPort(config, 3306),
      user: textOf(config.username),
      password: textOf(config.password) || (passwordOf(config) ?? ''),
      database: textOf(config.databaseSchema),
      tls: certificates.ca ? 'verify' : isEncrypted ? 'require' : 'off',
      certificates,
      policy,
      limits,
    });
    return databaseSource(source, mysqlStatements({ slowLog: config.useSlowLogs === true }));
  },
};
