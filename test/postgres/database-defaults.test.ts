// A database whose administrator chose other defaults for sessions than PostgreSQL has.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres, putSetting, type Sql, type Store } from '../../src/storage/index.js';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { forPostgres } from '../support/stores.js';

const DEFAULTS = [
  `default_transaction_isolation = 'serializable'`,
  `bytea_output = 'escape'`,
  'standard_conforming_strings = off',
  'transform_null_equals = on',
  `datestyle = 'SQL, DMY'`,
];

forPostgres('a database with other defaults', (use) => {
  let store: Store;
  beforeAll(async () => {
    const url = use().url as string;
    const admin = connectPostgres({ url, connections: 1 });
    for (const setting of DEFAULTS)
      await admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
    await admin.end();
    store = openPostgres({ url, connections: 3 });
  });
  afterAll(() => store?.close());

  it('returns bytes as they are', async () => {
    const bytes = Buffer.from([92, 120, ...Array.from({ length: 256 }, (_, i) => i)]); // begins like hexadecimal digits
    const row = await store.read((sql) => sql.get<{ bytes: Buffer }>('select cast($1 as bytea) as bytes', [bytes]));
    expect(row?.bytes).toEqual(bytes);
  });

  it('lets writes of one row wait for each other', async () => {
    const put = (tx: Sql, doc: string) => putSetting(tx, { name: 'contested', updated_at: 1, doc });
    await store.write((tx) => put(tx, '0'));
    let runs = 0;
    let second: Promise<void> | undefined;
    await store.write(async (tx) => {
      await put(tx, '1');
      let begun = () => {};
      const started = new Promise<void>((resolve) => {
        begun = resolve;
      });
      second = store.write(async (other) => {
        runs += 1;
        await other.get('select 1');
        begun();
        await put(other, '2');
      });
      await started;
    });
    await second;
    expect(runs).toBe(1);
  });

  it('takes backslashes in statements as they are', async () => {
    const row = await store.read((sql) =>
      sql.get(`select 'yes' as matches where 'a_b' like $1 escape '\\'`, ['a\\_b']),
    );
    expect(row).toEqual({ matches: 'yes' });
  });
});
