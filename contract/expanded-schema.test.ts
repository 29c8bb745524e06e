import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serviceFamilies } from './connections.js';
import { createContract } from './contract.js';

const contract = createContract({ schemasDir: join(import.meta.dirname, 'schemas') });

it('replaces references, with what stands beside them', () => {
  const { properties = {}, required } = contract.expandedSchema('entity/services/connections/database/mysqlConnection');
  expect(required).toContain('hostPort');
  expect(properties.type).toEqual({ type: 'string', enum: ['Mysql'], default: 'Mysql' });
  expect(properties.authType?.anyOf?.map(({ title }) => title)).toEqual([
    'basicAuth',
    'iamAuthConfig',
    'azureConfig',
    'gcpCloudSqlConfig',
  ]);
  expect(properties.authType?.anyOf?.[0]?.properties?.password).toMatchObject({ type: 'string', 'x-secret': true });
});

it('leaves no reference in any connection, and none becomes large', () => {
  for (const family of serviceFamilies)
    for (const product of contract.connectionTypes(family)) {
      const key = contract.connectionSchema(family, product) ?? '';
      const text = JSON.stringify(contract.expandedSchema(key));
      expect(text, key).not.toContain('cairn:');
      expect(text.length, key).toBeLessThan(60_000);
    }
});
