import { textOf } from '../../../contract/index.js';
import { openMysqlSource } from '../sources/mysql-source.js';
import type { DatabaseConnection } from './database-connection.js';
import { passwordOf, readCertificates, readHostPort, serverRefusal } from './read-config.js';

/** MySQL and MariaDB. Certificates turn on encryption; one of an authority also turns on verification. */
export const mysqlConnection: DatabaseConnection = {
  kind: 'mysql',
  refuses: serverRefusal,
  async open(config, { policy, limits }) {
    const certificates = readCertificates(config);
    const isEncrypted = Object.keys(certificates).length > 0;
    return openMysqlSource({
      ...readHostPort(config, 3306),
      user: textOf(config.username),
      password: textOf(config.password) || (passwordOf(config) ?? ''),
      database: textOf(config.databaseSchema),
      tls: certificates.ca ? 'verify' : isEncrypted ? 'require' : 'off',
      certificates,
      policy,
      limits,
    });
  },
};
