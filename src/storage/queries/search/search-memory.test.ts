import { expect, it } from 'vitest';
import { forEachStore } from '../../../../test/support/stores.js';
import { type SearchDocument, type Sql, type Store, searchTables, takeLease } from '../../index.js';
import { cachedWithDocuments } from './search-cache.js';
import { lockIndexed, putSearchDocuments } from './search-documents.js';

const tokens = { exact: 'one', name: 'one', parts: '', refs: '', body: '', keys: '' };
const document: SearchDocument = {
  id: 'one',
  type: 'table',
  name: 'one',
  nameKey: 'one',
  columns: '',
  weight: 1,
  hash: 'one',
  facets: '{"y":"table"}',
  facetKey: 'one',
  parts: '[]',
  counted: '',
  tokens,
  words: [],
};

forEachStore('the cache of search documents', (use, kind) => {
  const put = (store: Store, more: Partial<SearchDocument>) =>
    store.write(async (tx) => {
      const given = { ...document, ...more };
      const known = await lockIndexed(tx, searchTables(1), [given.id]);
      await putSearchDocuments(tx, searchTables(1), [given], known, []);
    });
  const read = <T>(store: Store, work: (sql: Sql) => Promise<T>) => (store.readLong ?? store.read)(work);
  const names = (store: Store, called = () => {}) => read(store, (sql) => namesIn(sql, called));
  const namesIn = (sql: Sql, called = () => {}) =>
    cachedWithDocuments(
      sql,
      'test names',
      async () => {
        called();
        const rows = await sql.all<{ name: string }>(`select name from ${searchTables(1).doc} order by name`);
        return rows.map(({ name }) => name);
      },
      () => 1,
    );

  it('is invalidated after another server has written one', async () => {
    const { store, another } = use();
    const reader = another();
    expect(await names(reader)).toEqual([]);
    await put(store, {});
    expect(await names(reader)).toEqual(['one']);
    await put(store, { name: 'two' });
    expect(await names(reader)).toEqual(['two']);
    await store.write(async (tx) => {
      const row = await tx.get<{ n: number }>(`select n from ${searchTables(1).doc}`);
      await putSearchDocuments(tx, searchTables(1), [], new Map(), [row?.n ?? 0]);
    });
    expect(await names(reader)).toEqual([]);
  });

  it.runIf(kind === 'postgres')('outlives what else is written', async () => {
    const { store, another } = use();
    const reader = another();
    let loads = 0;
    await names(reader, () => void loads++);
    for (let i = 0; i < 3; i++) {
      await store.write((tx) => takeLease(tx, { name: `lease ${i}`, holder: 'somebody', milliseconds: 1000 }));
      await names(reader, () => void loads++);
    }
    expect(loads).toBe(1);
  });

  it.runIf(kind === 'postgres')('is new even if a dump brought marks of later transactions', async () => {
    const { store, another } = use();
    const reader = another();
    await store.write((tx) =>
      tx.run(`insert into search_written (xact) select cast(cast(cast(cast(pg_current_xact_id() as text) as bigint) + i as text) as xid8)
        from generate_series(1, 2000) i`),
    );
    const before = await names(reader);
    await put(store, { id: 'dumped', name: 'dumped', facetKey: 'dumped' });
    expect(await names(reader)).toEqual([...before, 'dumped'].sort());
  });

  it.runIf(kind === 'postgres')('is as old as the snapshot while a writer is open', async () => {
    const { store, another } = use();
    const reader = another();
    await store.write(async (tx) => {
      await putSearchDocuments(tx, searchTables(1), [{ ...document, id: 'open', name: 'open' }], new Map(), []);
      const before = await names(reader);
      expect(before).not.toContain('open');
      await put(another(), { id: 'other', name: 'other', facetKey: 'other' });
      expect(await names(reader)).toEqual([...before, 'other'].sort());
      await read(reader, async (old) => {
        const first = await namesIn(old);
        await put(another(), { id: 'third', name: 'third', facetKey: 'third' });
        expect(await names(reader)).toEqual([...first, 'third'].sort());
        expect(await namesIn(old)).toEqual(first);
      });
    });
    expect(await names(reader)).toEqual(expect.arrayContaining(['open', 'other', 'third']));
  });
});
