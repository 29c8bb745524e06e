import { expect, it } from 'vitest';
import { forEachStore } from '../../../test/support/stores.js';

forEachStore('the last step of a commit', (use, kind) => {
  it('runs after the writes that share the commit, once for all of them', async () => {
    const { store } = use();
    const order: string[] = [];
    const last = async () => void order.push('last');
    const write = (name: string) => store.write(async () => void order.push(name), last);
    await Promise.all([write('a'), write('b'), write('c')]);
    if (kind === 'sqlite') expect(order).toEqual(['a', 'b', 'c', 'last']);
    expect(order.filter((step) => step !== 'last').sort()).toEqual(['a', 'b', 'c']);
    expect(order.at(-1)).toBe('last');
  });

  it('rolls back the whole commit if it fails', async () => {
    const { store } = use();
    const put = (tx: Parameters<Parameters<typeof store.write>[0]>[0]) =>
      tx.run("insert into setting (name, doc, updated_at) values ('lost', '1', 1)");
    await expect(store.write(put, () => Promise.reject(new Error('no index')))).rejects.toThrow('no index');
    expect(await store.read((sql) => sql.all("select name from setting where name = 'lost'"))).toEqual([]);
  });
});
