import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ServiceFamily, serviceFamilies } from '../connections.js';
import { createContract } from '../contract.js';
import { createSecrets } from './secrets.js';

const contract = createContract({ schemasDir: new URL('../schemas', import.meta.url).pathname });

interface FamilyTable {
  without: string[];
  connections: Record<string, { schema: string; secrets: string[] }>;
}
const table: Record<ServiceFamily, FamilyTable> = JSON.parse(
  readFileSync(new URL('../connections.golden.json', import.meta.url), 'utf8'),
);

describe('the table of connections', () => {
  const rows = serviceFamilies.flatMap((family) =>
    Object.entries(table[family].connections).map(([type, row]) => ({ family, type, ...row })),
  );

  it('is complete', () => {
    expect(rows).toHaveLength(144);
    for (const family of serviceFamilies) {
      const types = [...contract.connectionTypes(family), ...table[family].without];
      expect(types.sort(), family).toEqual([...contract.serviceTypes(family)].sort());
    }
  });

  it.each(rows)('$family $type has its schema and its secrets', ({ family, type, schema, secrets }) => {
    const key = contract.connectionSchema(family, type);
    expect(key).toBe(`entity/services/connections/${family}/${schema}`);
    const paths = contract.secretPaths(key ?? '');
    expect(paths).toEqual(expect.arrayContaining(secrets));
    // The recorded table stops at some depth; anything found beyond it is inside another service's connection.
    const deeper = paths.filter((path) => !secrets.includes(path));
    expect(deeper.filter((path) => path.split('.').length < 5)).toEqual([]);
  });
});

describe('mapSecrets', () => {
  const mask = (secret: string, path: string) => `${path}#${secret.length}`;

  it('changes every secret in a copy', () => {
    const config = { username: 'u', authType: { password: 'four' }, sslConfig: { sslKey: 'abc', caCertificate: 'de' } };
    expect(contract.mapSecrets('entity/services/connections/database/postgresConnection', config, mask)).toEqual({
      username: 'u',
      authType: { password: 'authType.password#4' },
      sslConfig: { sslKey: 'sslConfig.sslKey#3', caCertificate: 'sslConfig.caCertificate#2' },
    });
    expect(config.authType.password).toBe('four');
  });

  it('covers lists and can remove a secret', () => {
    const config = { servers: [{ name: 'a', apiKey: 'k' }, { name: 'b' }] };
    const changed = contract.mapSecrets('entity/services/connections/mcp/mcpConnection', config, () => undefined);
    expect(changed).toEqual({ servers: [{ name: 'a' }, { name: 'b' }] });
  });

  it('finds the password in the URL of a JDBC connection', () => {
    const options = {
      driverClass: 'org.example.Driver',
      connectionUrl: 'jdbc:example://ana:p@ss:w/rd@db.example.com:5432/sales',
      userName: 'ana',
      password: 'p@ss:w/rd',
    };
    const config = { type: 'CustomDatabase', connectionOptions: options };
    const key = 'entity/services/connections/database/customDatabaseConnection';
    expect(contract.validator(key)(config).ok).toBe(true);
    expect(contract.mapConnectionSecrets(key, config, () => '***').connectionOptions).toEqual({
      ...options,
      connectionUrl: 'jdbc:example://ana:***@db.example.com:5432/sales',
      password: '***',
    });
  });
});

describe('secrets of values', () => {
  it('are found as deep as a value goes, without schemas that it does not touch', () => {
    const read = new Set<string>();
    const of = (key: string) => {
      read.add(key);
      return contract.schema(key);
    };
    const { mapSecrets } = createSecrets({ schema: of, resolve: contract.resolve });
    const key = 'api/services/ingestionPipelines/createIngestionPipeline';
    const plain = { name: 'x', pipelineType: 'metadata', sourceConfig: { config: { type: 'DatabaseMetadata' } } };
    expect(mapSecrets(key, plain, () => '*')).toEqual(plain);
    expect([...read].filter((one) => one.startsWith('entity/services/connections/'))).toEqual([]);
  });
});
