import { expect, it } from 'vitest';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  countHistory,
  deleteHistoryBefore,
  getHistory,
  type HistoryPlace,
  insertHistory,
  latestHistory,
  listHistory,
  type Sql,
} from '../../index.js';

forEachStore('history', (use) => {
  const read = <T>(work: (sql: Sql) => Promise<T>) => use().store.read(work);
  const write = <T>(work: (tx: Sql) => Promise<T>) => use().store.write(work);
  const version = (id: string, number: number, doc = `{"v":${number}}`) => ({
    entity_id: id,
    version: number,
    updated_at: number * 100,
    updated_by: 'x',
    doc,
  });

  it('lists versions newest first, one version being one row', async () => {
    await write((tx) =>
      insertHistory(
        tx,
        [1, 2, 10, 12].map((number) => version('a', number)),
      ),
    );
    await write((tx) => insertHistory(tx, [version('a', 2, '"again"'), version('b', 1)]));
    const numbers = async (limit: number, offset?: number) =>
      (await read((sql) => listHistory(sql, { id: 'a', limit, ...(offset ? { offset } : {}) }))).map(
        (row) => row.version,
      );
    expect(await numbers(10)).toEqual([12, 10, 2, 1]);
    expect(await numbers(2, 1)).toEqual([10, 2]);
    expect(await read((sql) => latestHistory(sql, 'a'))).toEqual(version('a', 12));
    expect((await read((sql) => getHistory(sql, 'a', 2)))?.doc).toBe('"again"');
    expect(await read((sql) => getHistory(sql, 'a', 3))).toBeUndefined();
    expect(await read((sql) => countHistory(sql, 'a'))).toBe(4);
  });

  it('forgets old versions in slices, never the newest of an entity', async () => {
    let place: HistoryPlace | null = null;
    let slices = 0;
    do {
      const from: HistoryPlace | null = place;
      place = await write((tx) => deleteHistoryBefore(tx, 5000, from, 2));
      slices += 1;
    } while (place);
    expect(slices).toBe(3);
    expect(await read((sql) => countHistory(sql, 'a'))).toBe(1);
    expect((await read((sql) => latestHistory(sql, 'a')))?.version).toBe(12);
    expect(await read((sql) => countHistory(sql, 'b'))).toBe(1);
  });
});
