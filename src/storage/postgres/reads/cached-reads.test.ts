import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { entityRow } from '../../../../test/support/rows.js';
import { forEachStore } from '../../../../test/support/stores.js';
import { cached, insertEntity, type Sql, type Store, updateEntity } from '../../index.js';

const row = entityRow({ id: 'cached', name: 'before' });

/** Reads a name that is loaded once, for as long as its cache entry is valid. */
function nameOf(sql: Sql, called = () => {}, as = 'name'): Promise<string | undefined> {
  const load = async () => {
    called();
    return (await sql.get<{ name: string }>('select name from entity where id = $1', [row.id]))?.name;
  };
  return cached(sql, `test ${as}`, load, () => 1);
}

forEachStore('the cache of long reads on PostgreSQL', (use, kind) => {
  const long = <T>(store: Store, work: (sql: Sql) => Promise<T>) => (store.readLong ?? store.read)(work);

  it.runIf(kind === 'postgres')('is loaded once while nobody commits, whatever connection reads', async () => {
    const { store } = use();
    let loads = 0;
    // Others use the same cluster, so another commit may invalidate the cache in between.
    for (let tries = 0; tries < 200 && loads !== 1; tries++) {
      loads = 0;
      const count = () => void loads++;
      await Promise.all([long(store, (sql) => nameOf(sql, count)), long(store, (sql) => nameOf(sql, count))]);
    }
    expect(loads).toBe(1);
  });

  it.runIf(kind === 'postgres')('is as old as the snapshot, and new after a commit of another server', async () => {
    const { store, another } = use();
    const reader = another();
    expect(await long(reader, (sql) => nameOf(sql))).toBeUndefined();
    await store.write((tx) => insertEntity(tx, row));
    await long(reader, async (sql) => {
      expect(await nameOf(sql)).toBe('before');
      await store.write((tx) => updateEntity(tx, { ...row, name: 'after' }));
      expect(await long(reader, (later) => nameOf(later))).toBe('after');
      // Loaded late in the old snapshot, so the new snapshot must not see it.
      expect([await nameOf(sql), await nameOf(sql, undefined, 'late')]).toEqual(['before', 'before']);
      expect(await long(reader, (later) => nameOf(later, undefined, 'late'))).toBe('after');
    });
  });

  it.runIf(kind === 'postgres')('is loaded by whoever waits for it when the first that did failed', async () => {
    const { store } = use();
    let started = () => {};
    let asked = () => {};
    const isLoading = new Promise<void>((resolve) => {
      started = resolve;
    });
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const load = async (): Promise<string> => {
      started();
      await isAsked;
      await setTimeout(50); // by now the other read waits
      throw new Error('made');
    };
    const settled = Promise.allSettled([long(store, (sql) => cached(sql, 'test failing', load, () => 1))]);
    await isLoading;
    const waiting = long(store, (sql) => {
      asked();
      return cached(
        sql,
        'test failing',
        async () => 'loaded',
        () => 1,
      );
    });
    const [first] = await settled;
    const [second] = await Promise.allSettled([waiting]);
    expect(first).toMatchObject({ status: 'rejected' });
    expect(second).toMatchObject({ value: 'loaded' });
  });

  it.runIf(kind === 'postgres')('lets all reads run again that find another state, one after the other', async () => {
    const { store } = use();
    const name = 'changed';
    const named = (as: string) => ({ ...row, id: name, name: as, fqn: name });
    await store.write((tx) => insertEntity(tx, named('before')));
    const warm = (sql: Sql) => nameOf(sql, undefined, 'warm');
    const read = (before: () => Promise<void>) =>
      store.read(async (sql) => {
        await warm(sql);
        await before();
        return (await sql.get<{ name: string }>('select name from entity where id = $1', [name]))?.name;
      });

    /** What four reads find that all had begun when another transaction ended. */
    async function readAcrossWrite(): Promise<(string | undefined)[]> {
      await store.write((tx) => updateEntity(tx, named('before')));
      // Reads that find all they need in the cache let the next snapshot begin with a look at the state only.
      for (let i = 0; i < 3; i++) await store.read(warm);
      let written: Promise<unknown> | undefined;
      const write = () => {
        written ??= store.write((tx) => updateEntity(tx, named('after')));
        return written;
      };
      return Promise.all(
        [0, 1, 2, 3].map((turn) =>
          read(async () => {
            await write();
            await setTimeout(turn * 30); // each finds the change when those before it have
          }),
        ),
      );
    }

    // Where another commit of the cluster came before, they began with a snapshot, and rightly find what was before the write.
    let answers = await readAcrossWrite();
    for (let tries = 0; tries < 50 && answers[0] === 'before'; tries++) answers = await readAcrossWrite();
    expect(answers).toEqual(['after', 'after', 'after', 'after']);
  });
});
