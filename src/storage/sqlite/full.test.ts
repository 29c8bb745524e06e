import { expect, it } from 'vitest';
import { forEachStore } from '../../../test/support/stores.js';
import { putSetting, StoreUnavailable } from '../index.js';

forEachStore('a full database', (use, kind) => {
  it.runIf(kind === 'sqlite')('takes no write, keeps what it has, and goes on when there is room', async () => {
    const { store } = use();
    const pages = await store.read((sql) => sql.get<{ page_count: number }>('pragma page_count'));
    const write = (name: string) =>
      store.write((tx) => putSetting(tx, { name, updated_at: 1, doc: JSON.stringify('x'.repeat(100_000)) }));
    const names = async () => (await store.read((sql) => sql.all('select name from setting order by name'))).length;
    const before = await names();
    const limit = (count: number) => store.write((tx) => tx.get(`pragma max_page_count = ${count}`));
    await limit(Number(pages?.page_count));
    await expect(write('lost')).rejects.toThrow(StoreUnavailable);
    await expect(write('lost')).rejects.toThrow('the database is unavailable: database or disk is full');
    expect(await names()).toBe(before);
    await limit(1_000_000);
    await write('kept');
    expect(await names()).toBe(before + 1);
  });
});
