import { expect, it } from 'vitest';
import { getEntityById, insertEntities, insertEntity } from '../../src/storage/index.js';
import { entityRow } from './rows.js';
import { countingStore, failingStore, forEachStore, MadeFailure } from './stores.js';

forEachStore('stores for tests', (use) => {
  it('fails at the given statement of the writes, which leaves nothing', async () => {
    const store = failingStore(use().store, 3);
    await store.write((tx) => insertEntity(tx, entityRow({ id: 'one' })));
    const write = store.write((tx) => insertEntities(tx, [entityRow({ id: 'two' }), entityRow({ id: 'three' })]));
    await expect(write).rejects.toBeInstanceOf(MadeFailure);
    await store.write((tx) => insertEntity(tx, entityRow({ id: 'four' })));
    const there = async (id: string) => (await store.read((sql) => getEntityById(sql, id))) !== undefined;
    expect(await Promise.all(['one', 'two', 'three', 'four'].map(there))).toEqual([true, false, false, true]);
  });

  it('counts statements', async () => {
    const { store, statements, clear } = countingStore(use().store);
    await store.write((tx) => insertEntity(tx, entityRow({ id: 'counted' })));
    await store.read((sql) => getEntityById(sql, 'counted'));
    expect(statements).toEqual([expect.stringContaining('insert into entity'), expect.stringContaining('select')]);
    clear();
    expect(statements).toEqual([]);
  });
});
