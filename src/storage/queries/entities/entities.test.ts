import { expect, it } from 'vitest';
import { entityRow, relationRow, tagUsageRow } from '../../../../test/support/rows.js';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  childCount,
  countByType,
  deleteEntities,
  type EntityRow,
  getEntitiesByFqns,
  getEntitiesByIds,
  getEntityByFqn,
  getEntityById,
  getReferences,
  holdReferences,
  insertEntities,
  insertEntity,
  insertHistory,
  leafSlice,
  listChildren,
  lockEntities,
  putPoint,
  putRelations,
  putTagUsages,
  type Sql,
  setDeletedState,
  UniqueViolation,
  updateEntities,
  updateEntity,
  walkDescendants,
} from '../../index.js';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

forEachStore('entities', (use) => {
  const read = <T>(work: (sql: Sql) => Promise<T>) => use().store.read(work);
  const write = <T>(work: (tx: Sql) => Promise<T>) => use().store.write(work);
  const add = (...rows: EntityRow[]) => write((tx) => insertEntities(tx, rows));

  it('stores every column of a row, with any text', async () => {
    const row = entityRow({
      id: 'full',
      name: 'a/b "c"',
      fqn: 'x.\'ü\'."a.b"🎈',
      parent_id: 'p',
      version: 12,
      revision: 34,
      updated_at: 1_763_750_000_123,
      deleted: 1,
      extra: '{"e":1}',
      cuts: '[[0,"a"]]',
      refs: '[["f","p"]]',
    });
    await write((tx) => insertEntity(tx, row));
    expect(await read((sql) => getEntityById(sql, 'full'))).toEqual(row);
    expect(await read((sql) => getEntityByFqn(sql, row.type, row.fqn))).toEqual(row);
    expect(await read((sql) => getEntityByFqn(sql, 'other', row.fqn))).toBeUndefined();
    expect(await read((sql) => getEntityById(sql, 'unknown'))).toBeUndefined();
  });

  it('finds many by id or name and leaves out missing ones', async () => {
    await add(entityRow({ id: 'm1', fqn: 'm.1' }), entityRow({ id: 'm2', fqn: 'm.2' }));
    expect(idsOf(await read((sql) => getEntitiesByIds(sql, ['m2', 'no', 'm1', 'm1'])))).toEqual(['m1', 'm2']);
    expect(idsOf(await read((sql) => getEntitiesByFqns(sql, 'thing', ['m.1', 'm.2', 'm.3'])))).toEqual(['m1', 'm2']);
    expect(await read((sql) => getEntitiesByIds(sql, []))).toEqual([]);
    expect(await read((sql) => getReferences(sql, ['m1']))).toEqual([
      { id: 'm1', type: 'thing', deleted: 0, ref: expect.stringContaining('"fullyQualifiedName":"m.1"') },
    ]);
    await write(async (tx) => {
      expect((await lockEntities(tx, ['m2', 'm1'])).map(({ id }) => id)).toEqual(['m1', 'm2']);
      expect(await holdReferences(tx, ['m2'])).toHaveLength(1);
    });
  });

  it('rejects a second entity with the id or the name of another', async () => {
    await add(entityRow({ id: 'u1', fqn: 'u.1' }));
    for (const row of [entityRow({ id: 'u1', fqn: 'u.2' }), entityRow({ id: 'u2', fqn: 'u.1' })])
      await expect(add(row)).rejects.toBeInstanceOf(UniqueViolation);
    await add(entityRow({ id: 'u3', fqn: 'u.1', type: 'another' }));
  });

  it('distinguishes names that differ only at the end', async () => {
    const long = 'x'.repeat(3000);
    await add(entityRow({ id: 'l1', fqn: `${long}.1` }), entityRow({ id: 'l2', fqn: `${long}.2` }));
    expect((await read((sql) => getEntityByFqn(sql, 'thing', `${long}.2`)))?.id).toBe('l2');
  });

  it('replaces rows, including their names', async () => {
    const row = entityRow({ id: 'r1', fqn: 'r.1' });
    await add(row, entityRow({ id: 'r2', fqn: 'r.2' }));
    const renamed = { ...row, fqn: 'r.renamed', name: 'renamed', revision: 2, doc: '{"new":true}' };
    expect(await write((tx) => updateEntity(tx, renamed))).toBe(true);
    expect(await read((sql) => getEntityByFqn(sql, 'thing', 'r.renamed'))).toEqual(renamed);
    expect(await read((sql) => getEntityByFqn(sql, 'thing', 'r.1'))).toBeUndefined();
    expect(await write((tx) => updateEntity(tx, entityRow({ id: 'nobody' })))).toBe(false);
    const taken = write((tx) => updateEntities(tx, [{ ...renamed, fqn: 'r.2' }]));
    await expect(taken).rejects.toBeInstanceOf(UniqueViolation);
    expect(await write((tx) => setDeletedState(tx, ['r1', 'r2', 'r3'], 1))).toBe(2);
    expect(await read((sql) => getEntityById(sql, 'r1'))).toEqual({ ...renamed, deleted: 1, revision: 3 });
  });

  it('finds children and containers', async () => {
    await add(
      entityRow({ id: 'top' }),
      entityRow({ id: 'mid', fqn: 'top.mid', parent_id: 'top' }),
      entityRow({ id: 'low1', fqn: 'top.mid.1', parent_id: 'mid' }),
      entityRow({ id: 'low2', fqn: 'top.mid.2', parent_id: 'mid', type: 'another', deleted: 1 }),
    );
    expect(await read((sql) => childCount(sql, 'mid'))).toBe(1);
    expect(await read((sql) => childCount(sql, 'mid', 'all'))).toBe(2);
    expect(await read((sql) => listChildren(sql, ['top', 'mid']))).toMatchObject([
      { parent_id: 'mid', id: 'low1', type: 'thing', deleted: 0 },
      { parent_id: 'top', id: 'mid' },
    ]);
    expect(await read((sql) => listChildren(sql, ['mid'], { types: ['another'], include: 'deleted' }))).toHaveLength(1);
  });

  it('empties a subtree from its leaves, in slices', async () => {
    const rows = [entityRow({ id: 's' })];
    for (let a = 0; a < 3; a++) {
      rows.push(entityRow({ id: `s${a}`, fqn: `s.${a}`, parent_id: 's' }));
      for (let b = 0; b < 7; b++) rows.push(entityRow({ id: `s${a}${b}`, fqn: `s.${a}.${b}`, parent_id: `s${a}` }));
    }
    await add(...rows);
    const walked: string[] = [];
    await read(async (sql) => {
      for await (const slice of walkDescendants(sql, 's', 2)) walked.push(...slice.map(({ id }) => id));
    });
    expect([...walked].sort()).toEqual(idsOf(rows.slice(1)));
    for (const id of walked) expect(walked.indexOf(id)).toBeGreaterThan(walked.indexOf(id.slice(0, -1)));

    const marked: string[] = [];
    await write(async (tx) => {
      while (true) {
        const slice = await leafSlice(tx, 's', { states: [0], limit: 5 });
        if (slice.length === 0) return;
        expect(slice.length).toBeLessThanOrEqual(5);
        marked.push(...slice.map(({ id }) => id));
        await setDeletedState(
          tx,
          slice.map(({ id }) => id),
          1,
        );
      }
    });
    expect(marked).toHaveLength(24);
    for (const id of marked)
      if (id.length === 2)
        for (const low of marked)
          if (low.length === 3 && low.startsWith(id)) expect(marked.indexOf(low)).toBeLessThan(marked.indexOf(id));
  });

  it('removes entities with all rows that belong to them, and nothing else', async () => {
    await add(entityRow({ id: 'd1' }), entityRow({ id: 'd2' }), entityRow({ id: 'kept' }));
    await write(async (tx) => {
      await putRelations(tx, [
        relationRow('d1', 'k', 'kept'),
        relationRow('kept', 'k', 'd2'),
        relationRow('kept', 'k', 'kept'),
      ]);
      await putTagUsages(tx, [
        tagUsageRow('kept', '', 'd1'),
        tagUsageRow('d1', '', 'kept'),
        tagUsageRow('kept', '', 'kept'),
      ]);
      for (const id of ['d1', 'kept']) {
        await insertHistory(tx, [{ entity_id: id, version: 1, updated_at: 1, updated_by: 'x', doc: '{}' }]);
        await putPoint(tx, { entity_id: id, kind: 'k', key: '', at: 1, doc: '{}' });
      }
    });
    expect(await write((tx) => deleteEntities(tx, ['d1', 'd2', 'unknown']))).toBe(2);
    expect(idsOf(await read((sql) => getEntitiesByIds(sql, ['d1', 'd2', 'kept'])))).toEqual(['kept']);
    const left = async (table: string, column: string) =>
      (
        await read((sql) =>
          sql.all<{ id: string }>(`select ${column} as id from ${table} where ${column} in ('d1', 'd2', 'kept')`),
        )
      ).map(({ id }) => id);
    expect(await left('relation', 'from_id')).toEqual(['kept']);
    expect(await left('tag_usage', 'tag_id')).toEqual(['kept']);
    expect(await left('history', 'entity_id')).toEqual(['kept']);
    expect(await left('series', 'entity_id')).toEqual(['kept']);
  });

  it('counts by type', async () => {
    await add(
      entityRow({ id: 'c1', type: 'counted' }),
      entityRow({ id: 'c2', type: 'counted', deleted: 1 }),
      entityRow({ id: 'c3', type: 'counted', deleted: 2 }),
    );
    const counts = (await read(countByType)).filter(({ type }) => type === 'counted');
    expect(counts).toEqual([
      { type: 'counted', deleted: 0, count: 1 },
      { type: 'counted', deleted: 1, count: 1 },
    ]);
  });
});
