// Reads on PostgreSQL: each in one snapshot, shared by those that come together, but not their failures.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putSetting, type Sql, StoreUnavailable } from '../../src/storage/index.js';
import { storeKinds, type TestStore } from '../support/stores.js';

const kind = storeKinds().find(({ name }) => name === 'postgres');

describe.skipIf(kind === undefined)('a read', () => {
  let data: TestStore;
  beforeAll(async () => {
    data = (await kind?.open()) as TestStore;
  });
  afterAll(() => data?.remove());

  const put = (name: string) => data.store.write((tx) => putSetting(tx, { name, updated_at: 1, doc: '{}' }));
  const count = async (sql: Sql) =>
    (await sql.get<{ n: number }>("select count(*) as n from setting where name like 'read %'"))?.n;
  const pid = async (sql: Sql) => (await sql.get<{ pid: number }>('select pg_backend_pid() as pid'))?.pid;

  it('sees what was committed before it, and nothing of what comes meanwhile', async () => {
    await put('read 1');
    const seen = await data.store.read(async (sql) => {
      const before = await count(sql);
      await put('read 2');
      return [before, await count(sql)];
    });
    expect(seen).toEqual([1, 1]);
    expect(await data.store.read(count)).toBe(2);
  });

  it('shares its snapshot with those that come together, but not what may take long', async () => {
    const store = data.another(); // of two connections
    const pids = await Promise.all([...Array.from({ length: 6 }, () => store.read(pid)), store.readLong?.(pid)]);
    const alone = pids.pop();
    expect(new Set(pids).size).toBe(1);
    expect(pids).not.toContain(alone);
  });

  it('is run again when another that shared its snapshot failed', async () => {
    const store = data.another();
    await store.readLong?.(pid); // the connection is there
    let runs = 0;
    const reads = [
      store.read((sql) => sql.get('select 1 / 0')),
      ...Array.from({ length: 5 }, () =>
        store.read(async (sql) => {
          runs += 1;
          await sql.get('select 1');
          return (await sql.get<{ n: number }>('select 7 as n'))?.n;
        }),
      ),
    ];
    const [failed, ...others] = await Promise.allSettled(reads);
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } });
    for (const other of others) expect(other).toEqual({ status: 'fulfilled', value: 7 });
    expect(runs).toBeGreaterThan(5);
    expect(await store.read(count)).toBe(2);
  });

  it('cannot write', async () => {
    await expect(data.store.read((sql) => sql.run("delete from setting where name = 'read 1'"))).rejects.toThrow(
      StoreUnavailable,
    );
  });

  it('ends before its store is closed, and is refused behind that', async () => {
    const store = data.another();
    let close = Promise.resolve();
    const value = await store.read(async (sql) => {
      await sql.get('select 1');
      close = store.close();
      return (await sql.get<{ n: number }>('select 2 as n'))?.n;
    });
    expect(value).toBe(2);
    await close;
    await expect(store.read(count)).rejects.toThrow(StoreUnavailable);
  });
});
