import { expect, it } from 'vitest';
import { entityRow } from '../../../../test/support/rows.js';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  countHistory,
  deleteEntities,
  getHistory,
  insertEntity,
  insertHistory,
  latestHistory,
  listHistory,
  type Sql,
  type Tidying,
  tidyVersions,
  updateEntity,
  type VersionTime,
  versionsBetween,
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
  const row = (id: string, number: number, at = number * 100) =>
    entityRow({ id, type: 'dated', version: number, updated_at: at });

  /** Creates an entity with these versions. */
  const make = (id: string, [first, ...more]: readonly number[]) =>
    write(async (tx) => {
      await insertEntity(tx, row(id, first as number));
      let before = first as number;
      for (const number of more) {
        await insertHistory(tx, [version(id, before)]);
        await updateEntity(tx, row(id, number));
        before = number;
      }
    });

  async function tidy(what: Tidying, limit: number): Promise<number> {
    let place: VersionTime | null = null;
    let slices = 0;
    do {
      const from: VersionTime | null = place;
      place = await write((tx) => tidyVersions(tx, what, from, limit));
      slices += 1;
    } while (place);
    return slices;
  }

  const all = { type: 'dated', since: 0, until: 10_000, filter: { kind: 'all' as const } };
  const made = async () =>
    (await read((sql) => versionsBetween(sql, { ...all, limit: 100, text: 1e6 }))).versions.map((one) => [
      one.id,
      one.version,
      one.text,
    ]);
  const times = async () =>
    (await read((sql) =>
      sql.all<VersionTime>("select entity_id, version from version_time where type = 'dated' order by at, entity_id"),
    )) as Pick<VersionTime, 'entity_id' | 'version'>[];

  it('lists versions newest first, one row per version', async () => {
    await make('a', [1, 2, 10, 12, 13]);
    await write((tx) => insertHistory(tx, [version('a', 2, '"again"')]));
    await make('b', [1, 2]);
    const numbers = async (limit: number, offset?: number) =>
      (await read((sql) => listHistory(sql, { id: 'a', limit, ...(offset ? { offset } : {}) }))).map(
        (one) => one.version,
      );
    expect(await numbers(10)).toEqual([12, 10, 2, 1]);
    expect(await numbers(2, 1)).toEqual([10, 2]);
    expect(await read((sql) => latestHistory(sql, 'a'))).toEqual(version('a', 12));
    expect((await read((sql) => getHistory(sql, 'a', 2)))?.doc).toBe('"again"');
    expect(await read((sql) => getHistory(sql, 'a', 3))).toBeUndefined();
    expect(await read((sql) => countHistory(sql, 'a'))).toBe(4);
  });

  it('lists versions of all entities by the time they were made, the current ones without text', async () => {
    expect(await made()).toEqual([
      ['a', 13, null],
      ['a', 12, '{"v":12}'],
      ['a', 10, '{"v":10}'],
      ['b', 2, null],
      ['a', 2, '"again"'],
      ['b', 1, '{"v":1}'],
      ['a', 1, '{"v":1}'],
    ]);
  });

  it('leaves out versions that later changes were merged into, and removes them eventually', async () => {
    await write((tx) => updateEntity(tx, row('b', 2, 250)));
    await write((tx) => updateEntity(tx, row('b', 3, 260)));
    const before = await made();
    expect(before.filter(([id]) => id === 'b')).toEqual([
      ['b', 3, null],
      ['b', 1, '{"v":1}'],
    ]);
    expect((await times()).filter(({ entity_id }) => entity_id === 'b')).toHaveLength(4);
    await tidy({ after: 200, before: 260, forget: false }, 2);
    expect((await times()).filter(({ entity_id }) => entity_id === 'b')).toHaveLength(3);
    await tidy({ after: -1, before: 1000, forget: false }, 2);
    expect(await times()).toHaveLength(before.length);
    expect(await made()).toEqual(before);
  });

  it('removes old versions in slices, never the newest of an entity', async () => {
    await write((tx) => insertEntity(tx, entityRow({ id: 'other', type: 'later', updated_at: 100 })));
    expect(await tidy({ after: -1, before: 5000, forget: true }, 2)).toBeGreaterThan(3);
    expect(await read((sql) => countHistory(sql, 'a'))).toBe(1);
    expect((await read((sql) => latestHistory(sql, 'a')))?.version).toBe(12);
    expect(await read((sql) => countHistory(sql, 'b'))).toBe(1);
    expect((await made()).map(([id, number]) => [id, number])).toEqual([
      ['a', 13],
      ['a', 12],
      ['b', 3],
      ['b', 1],
    ]);
  });

  it('has no version times of removed entities', async () => {
    await write((tx) => deleteEntities(tx, ['a']));
    expect(await times()).toEqual([
      { entity_id: 'b', version: 1 },
      { entity_id: 'b', version: 3 },
    ]);
  });
});
