import { beforeAll, describe, expect, it } from 'vitest';
import { entityRow, relationRow } from '../../../../test/support/rows.js';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  countEntities,
  type EntityRow,
  insertEntities,
  type ListPlace,
  listEntities,
  putRelations,
  type ScannedPage,
  type ShownRow,
  scanEntities,
} from '../../index.js';
import { countSlice } from '../entities/count-entities.js';
import { createParameters } from '../parameters.js';
import { type PageQuery, pageStatement } from './list-entities.js';

const pad = (i: number) => String(i).padStart(3, '0');
const long = (i: number) => `${'long'.repeat(200)}.${pad(i)}`;

const named = (fqn: string) => ({ fqn, id: null });

forEachStore('listing', (use, kind) => {
  const list = (query: Partial<PageQuery>) =>
    use().store.read((sql) => listEntities(sql, { type: 'listed', limit: 1000, ...query }));
  const ids = async (query: Partial<PageQuery>) => (await list(query)).map(({ id }) => id);
  const placeOf = (row: EntityRow): ListPlace => ({ key: row.fqn, id: row.id });

  beforeAll(async () => {
    const rows = Array.from({ length: 60 }, (_, i) =>
      entityRow({
        id: `e${pad((i * 37) % 60)}`,
        type: 'listed',
        name: `${i % 2 ? 'odd' : 'even'}${i}`,
        fqn: `${i < 30 ? 'a' : 'b'}.${pad(i)}`,
        parent_id: i < 30 ? 'parent' : null,
        deleted: i % 10 === 9 ? 1 : i % 10 === 8 ? 2 : 0,
        updated_at: i,
        doc: JSON.stringify({ kind: i % 3 ? 'X' : 'Y', deep: { flag: i % 4 === 0 }, n: i }),
      }),
    );
    // Neighbours in name order that are not below `a`.
    const others = ['a', 'a-b', 'a/b', 'ab.c', 'ü.a'].map((fqn, i) => entityRow({ id: `o${i}`, type: 'other', fqn }));
    const longs = Array.from({ length: 20 }, (_, i) =>
      entityRow({ id: `l${pad((i * 7) % 20)}`, type: 'long', fqn: long(i) }),
    );
    await use().store.write(async (tx) => {
      const ends = ['someone', 'something'].map((id) => entityRow({ id, type: 'end' }));
      await insertEntities(tx, [...rows, ...others, ...longs, ...ends]);
      await putRelations(tx, [relationRow('someone', 'likes', 'e000'), relationRow('e037', 'uses', 'something')]);
    });
  });

  it('pages forward and back over the same pages', async () => {
    for (const include of ['non-deleted', 'deleted', 'all'] as const) {
      const all = await list({ include });
      expect(all.map(({ fqn }) => fqn)).toEqual(all.map(({ fqn }) => fqn).sort());
      expect(all).toHaveLength({ 'non-deleted': 48, deleted: 6, all: 54 }[include]);
      const forward: EntityRow[] = [];
      for (let page = await list({ include, limit: 7 }); page.length > 0; ) {
        forward.push(...page);
        page = await list({ include, limit: 7, after: placeOf(page.at(-1)!) });
      }
      expect(forward).toEqual(all);
      const back: EntityRow[] = [];
      for (let page = [...all.slice(-5)]; page.length > 0; ) {
        back.unshift(...page);
        page = await list({ include, limit: 5, before: placeOf(page[0]!) });
      }
      expect(back).toEqual(all);
    }
  });

  it('lists only below a container, whatever cursor is given', async () => {
    const below = await ids({ below: named('a') });
    expect(below).toHaveLength(24);
    expect(await ids({ below: named('a'), after: { key: 'A', id: '' } })).toEqual(below);
    expect(await ids({ below: named('a'), before: { key: 'z', id: '' } })).toEqual(below);
    expect(await ids({ below: named('a'), after: { key: 'a.zzz', id: '' } })).toEqual([]);
    expect(await ids({ below: named('b'), before: { key: 'a.005', id: '' } })).toEqual([]);
    expect(await ids({ type: 'other', below: named('a') })).toEqual([]);
    expect(await ids({ type: 'other', below: named('ü') })).toEqual(['o4']);
    expect(await ids({ type: 'other' })).toEqual(['o0', 'o1', 'o2', 'o3', 'o4']);
  });

  it('pages over names that agree in their first thousand bytes', async () => {
    const all = await list({ type: 'long', below: named('long'.repeat(200)) });
    expect(all).toHaveLength(20);
    const forward: EntityRow[] = [];
    for (let page = await list({ type: 'long', limit: 3 }); page.length > 0; ) {
      forward.push(...page);
      page = await list({ type: 'long', limit: 3, below: named('long'.repeat(200)), after: placeOf(page.at(-1)!) });
    }
    expect(forward).toEqual(all);
    expect(await ids({ type: 'long', below: named('long'.repeat(199)) })).toEqual([]);
  });

  it('filters by fields, flags, edges, place, age and name', async () => {
    expect(await ids({ conditions: [{ by: 'equals', field: 'kind', values: ['Y'] }] })).toHaveLength(16);
    expect(await ids({ conditions: [{ by: 'equals', field: 'n', values: ['7', '11'] }] })).toHaveLength(2);
    expect(await ids({ conditions: [{ by: 'boolean', field: 'deep.flag', value: true }] })).toHaveLength(12);
    expect(await ids({ conditions: [{ by: 'boolean', field: 'deep.flag', value: false }] })).toHaveLength(36);
    expect(await ids({ conditions: [{ by: 'boolean', field: 'absent', value: false }] })).toHaveLength(48);
    const related = (direction: 'from' | 'to', kindOfEdge: string, id: string) =>
      ids({ conditions: [{ by: 'related', direction, kind: kindOfEdge, ids: [id] }] });
    expect(await related('from', 'likes', 'someone')).toEqual(['e000']);
    expect(await related('to', 'uses', 'something')).toEqual(['e037']);
    expect(await related('to', 'likes', 'someone')).toEqual([]);
    expect(
      await ids({ conditions: [{ by: 'below', containers: ['a', 'b'].map((fqn) => ({ fqn, id: null })) }] }),
    ).toHaveLength(48);
    expect(await ids({ conditions: [{ by: 'below', containers: [] }] })).toEqual([]);
    expect(await ids({ conditions: [{ by: 'ids', ids: ['e000', 'e037', 'o1'] }] })).toEqual(['e000', 'e037']);
    expect(await ids({ conditions: [{ by: 'updatedSince', at: 50 }] })).toHaveLength(8);
    expect(await ids({ conditions: [{ by: 'namePrefix', prefix: 'odd1' }] })).toHaveLength(5);
    expect(await ids({ parentId: 'parent' })).toHaveLength(24);
    await expect(ids({ conditions: [{ by: 'equals', field: "a') or ('1'='1", values: [] }] })).rejects.toThrow(
      'bad JSON path',
    );
  });

  it('scans for few rows in stretches, and finds the same', async () => {
    const { store } = use();
    for (const include of ['non-deleted', 'all'] as const) {
      const query = { type: 'listed', include, conditions: [{ by: 'equals', field: 'kind', values: ['Y'] }] } as const;
      const all = await list(query);
      for (const [size, limit] of [
        [3, 2],
        [5, 100],
        [1000, 7],
      ] as const) {
        const scan = async (backward: boolean) => {
          const found: ShownRow[] = [];
          let place: ListPlace | null = backward ? { key: 'z', id: '' } : { key: '', id: '' };
          while (place) {
            const at = backward ? { before: place } : { after: place };
            const page: ScannedPage = await store.read((sql) => scanEntities(sql, { ...query, ...at, limit }, size));
            if (backward) found.unshift(...page.rows);
            else found.push(...page.rows);
            place = page.next;
          }
          return found;
        };
        const shown = all.map(({ id, fqn, doc }) => expect.objectContaining({ id, fqn, doc }));
        expect(await scan(false)).toEqual(shown);
        expect(await scan(true)).toEqual(shown);
      }
    }
  });

  it('counts what it lists, in slices of any size', async () => {
    const queries: Partial<PageQuery>[] = [
      {},
      { include: 'all' },
      { include: 'deleted', below: named('b') },
      { below: named('a') },
      { below: named('nowhere') },
      { include: 'all', conditions: [{ by: 'equals', field: 'kind', values: ['Y'] }] },
      { type: 'long', below: named('long'.repeat(200)) },
    ];
    for (const query of queries) {
      const whole = { type: 'listed', ...query };
      const expected = (await list(query)).length;
      expect(await countEntities(use().store.read, whole)).toBe(expected);
      for (const size of [1, 7, 48]) {
        let total = 0;
        let place: Parameters<typeof countSlice>[2] | null = { state: query.include === 'deleted' ? 1 : 0 };
        while (place) {
          const from: Parameters<typeof countSlice>[2] = place;
          const slice = await use().store.read((sql) => countSlice(sql, whole, from, size));
          total += slice.count;
          place = slice.next;
        }
        expect(total).toBe(expected);
      }
    }
  });

  describe('plans', () => {
    beforeAll(async () => {
      const { store } = use();
      await store.write(async (tx) => {
        const rows = Array.from({ length: 3000 }, (_, i) =>
          entityRow({
            ...{ id: `p${i}`, type: 'planned', fqn: `p.${i % 7}.${i}`, doc: 'x'.repeat(500) },
            refs: `[["thing","${i % 7 === 3 ? 'container' : 'other'}"]]`,
          }),
        );
        await insertEntities(tx, rows);
      });
      if (kind === 'postgres') await store.write((tx) => tx.run('analyze entity'));
    });

    it.each<[string, Partial<PageQuery>]>([
      ['first page', {}],
      ['last page', { after: { key: 'p.6.999', id: 'p999' } }],
      ['page back', { before: { key: 'p.6.999', id: 'p999' } }],
      ['page of a container', { below: named('p.3') }],
      ['later page of a container', { below: named('p.3'), after: { key: 'p.3.45', id: 'p45' } }],
    ])('%s walks the index of listings from its place, without sorting', async (_, query) => {
      const { store } = use();
      const parameters = createParameters();
      const text = pageStatement({ type: 'planned', limit: 50, ...query }, store.dialect, parameters);
      const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
      const rows = await store.read((sql) => sql.all<Record<string, unknown>>(`${explain} ${text}`, parameters.values));
      const plan = rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/using (covering )?index entity_listing|Index Scan (Backward )?using entity_listing/i);
      expect(plan).not.toMatch(/temp b-tree|sort/i);
      if (kind === 'sqlite' && (query.after ?? query.before)) expect(plan).toMatch(/\(fqn,id\)[<>]\(\?,\?\)/);
    });

    it('a page of a container with a shared name reads only the names below it', async () => {
      const { store } = use();
      const parameters = createParameters();
      const query = { type: 'planned', limit: 50, below: { fqn: 'p.3', id: 'container' } };
      const text = pageStatement(query, store.dialect, parameters);
      const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
      const rows = await store.read((sql) => sql.all<Record<string, unknown>>(`${explain} ${text}`, parameters.values));
      const plan = rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(
        kind === 'sqlite'
          ? /using index entity_listing \(type=\? and deleted=\? and fqn>\? and fqn<\?\)/i
          : /entity_listing.*Index Cond: .*fqn_key >= .*fqn_key </s,
      );
      expect(await ids(query)).toHaveLength(50);
      expect(await ids({ ...query, below: { fqn: 'p.3', id: 'another' } })).toEqual([]);
    });
  });
});
