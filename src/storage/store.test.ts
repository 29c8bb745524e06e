import { expect, it } from 'vitest';
import { forEachStore } from '../../test/support/stores.js';
import { getSetting, listSettings, putSetting, type Sql, UniqueViolation } from './index.js';

const setting = (name: string, doc = '{}') => ({ name, updated_at: 1, doc });
const names = async (sql: Sql) => (await listSettings(sql)).map(({ name }) => name);
const add = (tx: Sql, name: string) =>
  tx.run('insert into setting (name, updated_at, doc) values ($1, 1, $2)', [name, '{}']);

forEachStore('store', (use, kind) => {
  it('stores a write that the next read and other connections see', async () => {
    const { store, another } = use();
    const answer = await store.write(async (tx) => {
      await putSetting(tx, setting('kept', '{"a":1}'));
      return [Promise.resolve(1), 2];
    });
    expect(answer).toHaveLength(2);
    for (const each of [store, another()])
      expect(await each.read((sql) => getSetting(sql, 'kept'))).toEqual(setting('kept', '{"a":1}'));
  });

  it('rolls back a failed write and continues', async () => {
    const { store } = use();
    const write = store.write(async (tx) => {
      await add(tx, 'lost');
      throw new Error('no');
    });
    await expect(write).rejects.toThrow('no');
    expect(await store.read((sql) => getSetting(sql, 'lost'))).toBeUndefined();
  });

  it('commits nine of ten concurrent writes if one fails', async () => {
    const { store } = use();
    const writes = Array.from({ length: 10 }, (_, i) =>
      store.write(async (tx) => {
        await add(tx, `ten-${i}`);
        if (i === 4) throw new Error('the fifth');
        return i;
      }),
    );
    const results = await Promise.allSettled(writes);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    const kept = (await store.read(names)).filter((name) => name.startsWith('ten-'));
    expect(kept).toHaveLength(9);
    expect(kept).not.toContain('ten-4');
  });

  it.runIf(kind === 'sqlite')(
    'rejects a failed write with its error, and retries concurrent ones at most once',
    async () => {
      const { store } = use();
      const runs = [0, 0, 0, 0];
      const write = (i: number, fails: 'before' | 'after' | null) =>
        store.write(async (tx) => {
          runs[i]! += 1;
          if (fails === 'before') throw new Error(`${i} before`);
          await add(tx, `beside-${i}`);
          if (fails === 'after') throw new Error(`${i} after`);
          return (await names(tx)).filter((name) => name.startsWith('beside-'));
        });
      const results = await Promise.allSettled([write(0, null), write(1, 'before'), write(2, 'after'), write(3, null)]);
      expect(results).toMatchObject([
        { value: ['beside-0'] },
        { reason: { message: '1 before' } },
        { reason: { message: '2 after' } },
        { value: ['beside-0', 'beside-3'] },
      ]);
      expect((await store.read(names)).filter((name) => name.startsWith('beside-'))).toEqual(['beside-0', 'beside-3']);
      expect(runs).toEqual([2, 2, 1, 1]);
    },
  );

  it('names the violated unique index, and rolls back only that write', async () => {
    const { store } = use();
    await store.write((tx) => add(tx, 'twice'));
    const [bad, good] = await Promise.allSettled([
      store.write(async (tx) => {
        await add(tx, 'beside-twice');
        await add(tx, 'twice');
      }),
      store.write((tx) => add(tx, 'good')),
    ]);
    expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(UniqueViolation) });
    expect(good).toMatchObject({ status: 'fulfilled' });
    const kept = await store.read(names);
    expect(kept).toContain('good');
    expect(kept).not.toContain('beside-twice');
  });

  it('fails the write if a statement failed, even if its promise was not awaited in time', async () => {
    const { store } = use();
    const write = store.write(async (tx) => {
      await Promise.all([add(tx, 'parallel-1'), add(tx, 'parallel-1'), add(tx, 'parallel-2')]);
    });
    await expect(write).rejects.toBeInstanceOf(UniqueViolation);
    expect(await store.read(names)).not.toContain('parallel-2');
  });

  it('sees its own writes inside the transaction', async () => {
    const { store } = use();
    const seen = await store.write(async (tx) => {
      await add(tx, 'own');
      return getSetting(tx, 'own');
    });
    expect(seen).toEqual(setting('own'));
  });

  it('binds text, integers, bytes and null, and returns numbers as numbers', async () => {
    const { store } = use();
    const { types } = store.dialect;
    await store.write(async (tx) => {
      await tx.run(`create table probe (t ${types.text}, i ${types.integer}, b ${types.bytes}, n ${types.text})`);
      await tx.run('insert into probe (t, i, b, n) values ($1, $2, $3, $4)', [
        'ünï "\'\\ 🎈',
        9_007_199_254_740_991,
        new Uint8Array([0, 1, 255]),
        null,
      ]);
    });
    const row = await store.read((sql) =>
      sql.get<{ t: string; i: number; b: Uint8Array; n: null }>('select * from probe'),
    );
    expect({ ...row, b: [...row!.b] }).toEqual({
      t: 'ünï "\'\\ 🎈',
      i: 9_007_199_254_740_991,
      b: [0, 1, 255],
      n: null,
    });
    expect(await store.read((sql) => sql.get('select count(*) as n, sum(i) as s from probe'))).toEqual({
      n: 1,
      s: 9_007_199_254_740_991,
    });
  });

  it.runIf(kind === 'sqlite')('reads one snapshot however much is written meanwhile', async () => {
    const { store, another } = use();
    const reader = another();
    const seen = await reader.read(async (sql) => {
      const before = (await names(sql)).length;
      await store.write((tx) => add(tx, 'meanwhile'));
      return [before, (await names(sql)).length];
    });
    expect(seen[0]).toBe(seen[1]);
    expect(await reader.read(names)).toContain('meanwhile');
  });

  it.runIf(kind === 'sqlite')('ends the snapshot of a read that fails', async () => {
    const { store, another } = use();
    const reader = another();
    await expect(reader.read(() => Promise.reject(new Error('bad read')))).rejects.toThrow('bad read');
    await store.write((tx) => add(tx, 'after a bad read'));
    expect(await reader.read(names)).toContain('after a bad read');
  });

  it.runIf(kind === 'sqlite')('gives reads turns between writes', async () => {
    const { store } = use();
    const works = Array.from({ length: 50 }, (_, i) =>
      i % 2 ? store.read(names) : store.write((tx) => add(tx, `mixed-${i}`)),
    );
    await Promise.all(works);
    expect((await store.read(names)).filter((name) => name.startsWith('mixed-'))).toHaveLength(25);
  });

  it.runIf(kind === 'sqlite')('refuses to write through a store for reading', async () => {
    await expect(use().another().write(names)).rejects.toThrow('the store is open read-only');
  });

  it.runIf(kind === 'postgres')('tries a write again that lost a race', async () => {
    const { store, another } = use();
    const other = another();
    await store.write((tx) => Promise.all([add(tx, 'race-a'), add(tx, 'race-b')]));
    let attempts = 0;
    // Each holds the lock that the other needs next.
    let touched = 0;
    let bothTouched = () => {};
    const crossed = new Promise<void>((resolve) => {
      bothTouched = resolve;
    });
    const touch = (tx: Sql, name: string) =>
      tx.run('update setting set updated_at = updated_at + 1 where name = $1', [name]);
    const crossing = (each: typeof store, first: string, second: string) =>
      each.write(async (tx) => {
        attempts += 1;
        await touch(tx, first);
        touched += 1;
        if (touched === 2) bothTouched();
        await crossed;
        await touch(tx, second);
      });
    await Promise.all([crossing(store, 'race-a', 'race-b'), crossing(other, 'race-b', 'race-a')]);
    expect(attempts).toBeGreaterThan(2);
    expect((await store.read((sql) => getSetting(sql, 'race-a')))?.updated_at).toBe(3);
  });
});
