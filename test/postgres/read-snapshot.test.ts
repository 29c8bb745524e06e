// Reads on PostgreSQL: each in one snapshot, shared by those that come together, but not their failures.
import { describe, expect, it } from 'vitest';
import {
  cached,
  putSetting,
  quietly,
  type Sql,
  type Store,
  StoreUnavailable,
  takeLease,
} from '../../src/storage/index.js';
import { forPostgres } from '../support/stores.js';

forPostgres('a read', (use) => {
  const put = (name: string) => use().store.write((tx) => putSetting(tx, { name, updated_at: 1, doc: '{}' }));
  const count = async (sql: Sql) =>
    (await sql.get<{ n: number }>("select count(*) as n from setting where name like 'read %'"))?.n;
  const pid = async (sql: Sql) => (await sql.get<{ pid: number }>('select pg_backend_pid() as pid'))?.pid;

  it('sees what was committed before it, and nothing of what comes meanwhile', async () => {
    await put('read 1');
    const seen = await use().store.read(async (sql) => {
      const before = await count(sql);
      await put('read 2');
      return [before, await count(sql)];
    });
    expect(seen).toEqual([1, 1]);
    expect(await use().store.read(count)).toBe(2);
  });

  it('shares its snapshot with those that come together, but not what may take long', async () => {
    const store = use().another(); // of two connections
    const pids = await Promise.all([...Array.from({ length: 6 }, () => store.read(pid)), store.readLong?.(pid)]);
    const alone = pids.pop();
    expect(new Set(pids).size).toBe(1);
    expect(pids).not.toContain(alone);
  });

  it('is run again when another that shared its snapshot failed', async () => {
    const store = use().another();
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

  it('runs again when the state changes before its snapshot begins', async () => {
    const [store, other] = [use().another(), use().another()];
    const kept = (sql: Sql) =>
      cached(
        sql,
        'settings',
        () => count(sql),
        () => 1,
      );
    let runs = 0;
    // Other tests write to the same cluster, so the first value may have to be loaded, which begins the snapshot.
    for (let tries = 0; tries < 500 && runs < 2; tries++) {
      await store.read(kept);
      await store.read(kept);
      runs = 0;
      const seen = await store.read(async (sql) => {
        runs += 1;
        const before = await kept(sql);
        if (runs === 1)
          await other.write((tx) => putSetting(tx, { name: `read again ${tries}`, updated_at: 1, doc: '{}' }));
        return { before, after: await count(sql) };
      });
      expect(seen.after).toBe(seen.before);
    }
    expect(runs).toBe(2);
  });

  describe('keeps what it loaded', () => {
    let loads = 0;
    const total = (store: Store) =>
      store.read((sql) => {
        const load = () => {
          loads += 1;
          return count(sql);
        };
        return cached(sql, 'total', load, () => 1);
      });

    it('until a transaction ends, on whichever server', async () => {
      const [store, other] = [use().another(), use().another()];
      // Other tests write to the same cluster, which ends what is kept as well.
      let again = 1;
      for (let tries = 0; tries < 500 && again > 0; tries++) {
        await total(store);
        loads = 0;
        await total(store);
        again = loads;
      }
      expect(again).toBe(0);
      const before = (await total(store)) as number;
      await other.write((tx) => putSetting(tx, { name: 'read 3', updated_at: 1, doc: '{}' }));
      expect(await total(store)).toBe(before + 1);
    });

    it('while leases are renewed', async () => {
      const [store, other] = [use().another(), use().another()];
      let again = 1;
      for (let tries = 0; tries < 500 && again > 0; tries++) {
        await total(store);
        for (let renewals = 0; renewals < 5; renewals++)
          await other.write(quietly((tx) => takeLease(tx, { name: 'read', holder: 'ann', milliseconds: 1000 })));
        loads = 0;
        await total(store);
        again = loads;
      }
      expect(again).toBe(0);
    });

    it('but not because of what a restored dump says about later transactions', async () => {
      const [store, other] = [use().another(), use().another()];
      await other.write(async (tx) => {
        const next = 'select cast(pg_current_xact_id() as text) as id';
        const id = Number((await tx.get<{ id: string }>(next))?.id);
        for (let later = id + 1; later < id + 200; later++)
          await tx.run(`insert into quiet_write (xact) values (cast('${later}' as xid8))`);
      });
      const before = (await total(store)) as number;
      await put('read after a restore');
      expect(await total(store)).toBe(before + 1);
    });

    it('and sees the end of one that began before', async () => {
      const [store, other] = [use().another(), use().another()];
      let commit = () => {};
      const held = new Promise<void>((resolve) => {
        commit = resolve;
      });
      let begun = () => {};
      const inserted = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const written = other.write(async (tx) => {
        await putSetting(tx, { name: 'read 4', updated_at: 1, doc: '{}' });
        begun();
        await held;
      });
      await inserted;
      await put('between');
      const before = (await total(store)) as number;
      expect(await total(store)).toBe(before);
      commit();
      await written;
      expect(await total(store)).toBe(before + 1);
    });
  });

  it('cannot write', async () => {
    await expect(use().store.read((sql) => sql.run("delete from setting where name = 'read 1'"))).rejects.toThrow(
      StoreUnavailable,
    );
  });

  it('ends before its store is closed, and is refused behind that', async () => {
    const store = use().another();
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
