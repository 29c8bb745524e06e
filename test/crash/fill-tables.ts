import { expect } from 'vitest';
import type { ServerProcess } from './server-process.js';

/** Makes the schema `crash.db.public` with so many tables in it; a multiple of 500. */
export async function fillTables({ send }: ServerProcess, count: number): Promise<void> {
  await send('POST', '/v1/services/databaseServices', { name: 'crash', serviceType: 'CustomDatabase' });
  await send('POST', '/v1/databases', { name: 'db', service: 'crash' });
  await send('POST', '/v1/databaseSchemas', { name: 'public', database: 'crash.db' });
  const columns = [{ name: 'a', dataType: 'INT' }];
  for (let at = 0; at < count; at += 500) {
    const items = Array.from({ length: 500 }, (_, i) => ({
      name: `t${at + i}`,
      databaseSchema: 'crash.db.public',
      columns,
    }));
    const { json } = await send('PUT', '/v1/tables/bulk', items);
    expect(json.status).toBe('success');
  }
}
