import { beforeAll, expect, it } from 'vitest';
import { entityRow, relationRow, tagUsageRow } from '../../../../test/support/rows.js';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  countRelations,
  countTagUsages,
  getRelation,
  insertEntities,
  listRelated,
  listTaggedEntities,
  putRelations,
  putTagUsages,
  relationsFrom,
  relationsTo,
  removeRelations,
  removeTagUsages,
  replaceRelationsFrom,
  replaceRelationsTo,
  replaceTagUsages,
  type Sql,
  tagUsagesOf,
} from '../../index.js';

forEachStore('relations and tags', (use) => {
  const read = <T>(work: (sql: Sql) => Promise<T>) => use().store.read(work);
  const write = <T>(work: (tx: Sql) => Promise<T>) => use().store.write(work);

  beforeAll(() =>
    write((tx) =>
      insertEntities(tx, [
        ...['a', 'b', 'c', 'd'].map((id) => entityRow({ id })),
        entityRow({ id: 'gone', deleted: 1 }),
        entityRow({ id: 'going', deleted: 2 }),
        entityRow({ id: 'C', fqn: 'C' }),
        entityRow({ id: 'C.t', fqn: 'C.t', name: 't', parent_id: 'C', doc: '{"style":{"color":"#fff"}}' }),
        entityRow({ id: 'C.t.u', fqn: 'C.t.u', parent_id: 'C.t' }),
      ]),
    ),
  );

  it('stores edges with their data and joins the other end', async () => {
    await write((tx) =>
      putRelations(tx, [
        relationRow('a', 'k', 'b', { ord: 2 }),
        relationRow('c', 'k', 'b', { ord: 1, data: '{"vote":"up"}' }),
        relationRow('gone', 'k', 'b', { ord: 3 }),
        relationRow('going', 'k', 'b'),
        relationRow('a', 'other', 'b'),
        relationRow('a', 'k', 'd'),
      ]),
    );
    const into = await read((sql) => relationsTo(sql, ['b'], ['k']));
    expect(into.map(({ from_id, deleted }) => [from_id, deleted])).toEqual([
      ['c', 0],
      ['a', 0],
      ['gone', 1],
    ]);
    expect(into[0]).toEqual({
      ...relationRow('c', 'k', 'b', { ord: 1, data: '{"vote":"up"}' }),
      deleted: 0,
      ref: entityRow({ id: 'c' }).ref,
    });
    const out = await read((sql) => relationsFrom(sql, ['a', 'c'], ['k', 'other']));
    expect(out.map(({ from_id, kind, to_id }) => `${from_id} ${kind} ${to_id}`)).toEqual([
      'a k d',
      'a k b',
      'a other b',
      'c k b',
    ]);
    expect(await read((sql) => relationsTo(sql, [], ['k']))).toEqual([]);
    expect(await read((sql) => countRelations(sql, { ids: ['b', 'd', 'x'], kind: 'k', end: 'to' }))).toEqual(
      expect.arrayContaining([
        { id: 'b', count: 2 },
        { id: 'd', count: 1 },
      ]),
    );
  });

  it('changes, removes and replaces edges', async () => {
    await write((tx) => putRelations(tx, [relationRow('a', 'v', 'd', { data: '1' })]));
    await write((tx) => putRelations(tx, [relationRow('a', 'v', 'd', { data: '2' })]));
    expect((await read((sql) => getRelation(sql, { from_id: 'a', kind: 'v', to_id: 'd' })))?.data).toBe('2');
    expect(
      await write((tx) =>
        removeRelations(tx, [
          { from_id: 'a', kind: 'v', to_id: 'd' },
          { from_id: 'x', kind: 'v', to_id: 'd' },
        ]),
      ),
    ).toBe(1);
    await write((tx) =>
      putRelations(tx, [relationRow('a', 'r', 'c'), relationRow('a', 'r', 'd'), relationRow('b', 'r', 'c')]),
    );
    await write((tx) => replaceRelationsTo(tx, { toIds: ['c'], kind: 'r' }, [relationRow('d', 'r', 'c')]));
    const edges = async () =>
      (await read((sql) => relationsTo(sql, ['a', 'b', 'c', 'd'], ['r']))).map(
        ({ from_id, to_id }) => `${from_id}>${to_id}`,
      );
    expect(await edges()).toEqual(['d>c', 'a>d']);
    await write((tx) => replaceRelationsFrom(tx, { fromIds: ['a', 'd'], kind: 'r', toType: 'nothing' }, []));
    expect(await edges()).toEqual(['d>c', 'a>d']);
    await write((tx) => replaceRelationsFrom(tx, { fromIds: ['a', 'd'], kind: 'r' }, [relationRow('a', 'r', 'b')]));
    expect(await edges()).toEqual(['a>b']);
  });

  it('pages over related entities', async () => {
    await write((tx) =>
      putRelations(
        tx,
        ['a', 'b', 'c', 'gone'].map((id) => relationRow(id, 'page', 'd')),
      ),
    );
    const page = (after?: string) =>
      read((sql) => listRelated(sql, { id: 'd', kind: 'page', end: 'to', limit: 2, ...(after ? { after } : {}) }));
    expect((await page()).map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await page('b')).map(({ id }) => id)).toEqual(['c']);
  });

  it('stores the tags of entities and parts with the fields of their labels', async () => {
    await write((tx) =>
      putTagUsages(tx, [
        tagUsageRow('a', '', 'C.t.u', { ord: 1 }),
        tagUsageRow('a', '', 'C.t', { ord: 0, label_type: 'Derived', data: '{"reason":"x"}' }),
        tagUsageRow('a', 'columns.x', 'C.t'),
        tagUsageRow('b', 'columns.y', 'C.t.u'),
        tagUsageRow('b', '', 'going'),
      ]),
    );
    const labels = await read((sql) => tagUsagesOf(sql, ['a', 'b']));
    expect(labels.map(({ entity_id, part, tag_id }) => [entity_id, part, tag_id])).toEqual([
      ['a', '', 'C.t'],
      ['a', '', 'C.t.u'],
      ['a', 'columns.x', 'C.t'],
      ['b', 'columns.y', 'C.t.u'],
    ]);
    const { tag_style, ...label } = labels[0]!;
    expect(JSON.parse(tag_style!)).toEqual({ color: '#fff' });
    expect(label).toEqual({
      ...tagUsageRow('a', '', 'C.t', { label_type: 'Derived', data: '{"reason":"x"}' }),
      tag_type: 'thing',
      tag_fqn: 'C.t',
      tag_name: 't',
      tag_deleted: 0,
      tag_ref: expect.stringContaining('C.t'),
    });
    expect(labels[1]!.tag_style).toBeNull();
    expect(await read((sql) => tagUsagesOf(sql, ['a', 'b'], 'entities'))).toHaveLength(2);
    expect(await read((sql) => tagUsagesOf(sql, ['a', 'b'], 'parts'))).toHaveLength(2);
    expect(await read((sql) => countTagUsages(sql, ['C', 'C.t.u', 'a']))).toEqual(
      expect.arrayContaining([
        { id: 'C', count: 4 },
        { id: 'C.t.u', count: 2 },
      ]),
    );
    const tagged = (after?: string) =>
      read((sql) => listTaggedEntities(sql, { tagId: 'C.t.u', limit: 1, ...(after ? { after } : {}) }));
    expect((await tagged()).map(({ id }) => id)).toEqual(['a']);
    expect((await tagged('a')).map(({ id }) => id)).toEqual(['b']);
    expect(await tagged('b')).toEqual([]);
    await write((tx) => replaceTagUsages(tx, 'a', '', [tagUsageRow('a', '', 'C')]));
    await write((tx) => removeTagUsages(tx, 'b', ['columns.y', '']));
    expect((await read((sql) => tagUsagesOf(sql, ['a', 'b']))).map(({ tag_id }) => tag_id)).toEqual(['C', 'C.t']);
  });
});
