// PostgreSQL behind a pooler in transaction mode, which takes away what connections otherwise keep.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, putSetting, type Sql, type Store } from '../../src/storage/index.js';
import { type Place, type ServerProcess, startServer } from '../crash/server-process.js';
import { forPostgres } from '../support/stores.js';
import { forSeveral } from './three-servers.js';
import { startPooler, type TransactionPooler } from './transaction-pooler.js';

forPostgres('a pooler in transaction mode', (use) => {
  let pooler: TransactionPooler;
  let store: Store;
  beforeAll(async () => {
    pooler = await startPooler(use().url as string, 4);
    store = await openStore({ databaseUrl: pooler.url, path: '', connections: 6 });
  });
  afterAll(async () => {
    await store?.close();
    await pooler?.close();
  });

  it('answers each of many reads and writes at once', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `pooled ${i}`);
    const ask = (sql: Sql, name: string) =>
      sql.get<{ name: string }>('select name from setting where name = $1', [name]);
    const read = (name: string) => store.read((sql) => ask(sql, name));
    const write = (name: string) => store.write((tx) => putSetting(tx, { name, updated_at: 1, doc: '{}' }));
    await Promise.all(names.map((name) => Promise.all([write(name), read(name)])));
    // More than there are connections: one begins where another has just ended.
    const found = await Promise.all(names.map((name) => store.readLong?.((sql) => ask(sql, name))));
    expect(found.map((row) => row?.name)).toEqual(names);
    expect(pooler.lost()).toBe(0);
  });

  it('rolls back a write that fails', async () => {
    const failing = store.write(async (tx) => {
      await putSetting(tx, { name: 'half', updated_at: 1, doc: '{}' });
      throw new Error('no more');
    });
    await expect(failing).rejects.toThrow('no more');
    const rows = await store.read((sql) => sql.all('select name from setting where name = $1', ['half']));
    expect(rows).toEqual([]);
  });

  it('does not count on notifications, and says so', async () => {
    const failures: unknown[] = [];
    const connection = store.listen?.({
      notified() {},
      connected() {},
      failed: (error) => void failures.push(error),
    });
    expect(connection?.connected()).toBe(false);
    expect(failures.map(String)).toEqual(['Error: a pooler in transaction mode does not pass on notifications']);
    await connection?.close();
  });
});

describe.skipIf(!forSeveral)('two servers behind a pooler in transaction mode', () => {
  let place: Place;
  let pooler: TransactionPooler;
  let first: ServerProcess;
  let second: ServerProcess;
  beforeAll(async () => {
    place = (await forSeveral?.make()) as Place;
    pooler = await startPooler(place.env.CAIRN_DATABASE_URL as string, 8);
    place.env.CAIRN_SECRET_KEY = Buffer.alloc(32, 5).toString('base64');
    const behindPooler = { CAIRN_DATABASE_URL: pooler.url };
    first = await startServer(place, behindPooler);
    second = await startServer(place, behindPooler);
  }, 60_000);
  afterAll(async () => {
    await first?.kill();
    await second?.kill();
    await place?.remove();
    await pooler?.close();
  });

  it('show what the other wrote, and lose no write', { timeout: 60_000 }, async () => {
    await first.send('POST', '/v1/services/databaseServices', { name: 's', serviceType: 'CustomDatabase' });
    await second.send('POST', '/v1/databases', { name: 'd', service: 's' });
    await first.send('POST', '/v1/databaseSchemas', { name: 'p', database: 's.d' });
    const columns = [{ name: 'a', dataType: 'INT' }];
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        [first, second][i % 2]?.send('POST', '/v1/tables', { name: `harbour${i}`, databaseSchema: 's.d.p', columns }),
      ),
    );
    expect(made.map((answer) => answer?.status)).toEqual(made.map(() => 201));
    for (const server of [first, second]) {
      expect((await server.send('GET', '/v1/tables?limit=100')).json.data).toHaveLength(40);
      const found = await server.send('GET', '/v1/search/query?q=harbour7&index=table');
      expect(found.json.hits.total.value).toBe(1);
    }
    expect(pooler.lost()).toBe(0);
  });

  it('notice rights that were taken away on the other', { timeout: 60_000 }, async () => {
    const user = {
      name: 'ann',
      email: 'ann@example.com',
      password: 'Harbour-42-light!',
      createPasswordType: 'ADMIN_CREATE',
    };
    const { json: ann } = await first.send('POST', '/v1/users', { ...user, isAdmin: true });
    const credentials = { email: user.email, password: Buffer.from(user.password).toString('base64') };
    const { json: session } = await second.send('POST', '/v1/users/login', credentials);
    const asAnn = { authorization: `Bearer ${session.accessToken}` };
    expect((await second.send('GET', '/v1/system/diagnostics', undefined, asAnn)).status).toBe(200);
    const patch = [{ op: 'replace', path: '/isAdmin', value: false }];
    const type = { 'content-type': 'application/json-patch+json' };
    expect((await first.send('PATCH', `/v1/users/${ann.id}`, patch, type)).status).toBe(200);
    await expect
      .poll(async () => (await second.send('GET', '/v1/system/diagnostics', undefined, asAnn)).status, {
        timeout: 3000,
      })
      .toBe(403);
  });
});
