// Databases of PostgreSQL that cannot be used as they are: refused with the reason, or unavailable until somebody changes it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSetting, openPostgres, openStore, type Store } from '../../src/storage/index.js';
import { connectPostgres, type PostgresClient } from '../../src/storage/postgres/postgres-client.js';
import { runName } from '../support/run-name.js';
import { forPostgres } from '../support/stores.js';
import { databaseUrl } from '../support/templates.js';
import { startPooler } from './transaction-pooler.js';

forPostgres('a database that cannot be used', (use) => {
  let admin: PostgresClient;
  beforeAll(() => {
    admin = connectPostgres({ url: use().url as string, connections: 1 });
  });
  afterAll(() => admin.end());

  it('is refused if it cannot hold all of Unicode', async () => {
    const name = `${runName()}_latin`;
    await admin.unsafe(`create database ${name} encoding latin1 template template0 lc_collate 'C' lc_ctype 'C'`);
    const direct = databaseUrl(use().url as string, name);
    const pooler = await startPooler(direct);
    for (const url of [direct, pooler.url])
      await expect(openStore({ databaseUrl: url, path: '' })).rejects.toMatchObject({
        name: 'DatabaseUnfit',
        message: 'the database is encoded in LATIN1; create one with the encoding UTF8',
      });
    await pooler.close();
  });

  it('is unavailable while its user has no rights', async () => {
    const name = `${runName()}_poor`;
    await admin.unsafe(`create role ${name} login`);
    const url = new URL(use().url as string);
    url.username = name;
    const store: Store = openPostgres({ url: url.href, connections: 1 });
    try {
      const read = () => store.read((sql) => getSetting(sql, 'any'));
      await expect(read()).rejects.toMatchObject({ name: 'StoreUnavailable', kind: 'away' });
      await admin.unsafe(`grant select on all tables in schema public to ${name}`);
      expect(await read()).toBeUndefined();
    } finally {
      await store.close();
      await admin.unsafe(`drop owned by ${name}`);
      await admin.unsafe(`drop role ${name}`);
    }
  });
});
