import { expect, it } from 'vitest';
import { entityRow } from '../../test/support/rows.js';
import { countingStore, forEachStore } from '../../test/support/stores.js';
import { getReferences, insertEntity, updateEntity } from './index.js';

forEachStore('the cache of a reader', (use, kind) => {
  const row = entityRow({ id: 'remembered', name: 'before' });

  it('is cleared by the next commit of another connection', async () => {
    const { store, another } = use();
    const reader = another();
    const name = () =>
      reader.read(async (sql) => JSON.parse((await getReferences(sql, [row.id]))[0]?.ref ?? '{}').name);
    expect(await name()).toBeUndefined();
    await store.write((tx) => insertEntity(tx, row));
    expect([await name(), await name()]).toEqual(['before', 'before']);
    await store.write((tx) => updateEntity(tx, { ...row, ref: JSON.stringify({ id: row.id, name: 'after' }) }));
    expect(await name()).toBe('after');
  });

  it.runIf(kind === 'sqlite')('is not asked for again meanwhile, and stands for one snapshot', async () => {
    const { store, another } = use();
    const reader = another();
    const asked = await reader.read(async (sql) => {
      const [first] = await getReferences(sql, [row.id]);
      await store.write((tx) => updateEntity(tx, { ...row, ref: JSON.stringify({ id: row.id, name: 'later' }) }));
      const [second] = await getReferences(sql, [row.id]);
      return first === second;
    });
    expect(asked).toBe(true);
    const log = countingStore(reader);
    await log.store.read((sql) => getReferences(sql, [row.id]));
    expect(log.statements).toHaveLength(1);
  });
});
