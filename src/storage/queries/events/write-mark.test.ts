import { expect, it } from 'vitest';
import { entityRow, eventRow } from '../../../../test/support/rows.js';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  deleteEntities,
  insertEntity,
  insertEvents,
  type Sql,
  setDeletedState,
  takeWriteMark,
  type WriteMark,
  writeMarkHolds,
} from '../../index.js';

forEachStore('write mark', (use, kind) => {
  const add = (id: string, type: string) =>
    use().store.write(async (tx) => {
      await insertEntity(tx, entityRow({ id, type }));
      await insertEvents(tx, [eventRow(id, { entity_type: type })]);
    });
  const take = () => use().store.read((sql) => takeWriteMark(sql, 'marked', 'events'));

  it('holds until something of the type is written', async () => {
    const empty = await take();
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', empty, 'events'))).toBe(true);
    await add('1', 'marked');
    const mark = await take();
    await add('2', 'unmarked');
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', mark, 'events'))).toBe(true);
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', empty, 'events'))).toBe(false);
    await add('3', 'marked');
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', mark, 'events'))).toBe(false);
  });

  it('of rows holds until some of the type come, go, are deleted or renamed, with an event or without', async () => {
    const { store } = use();
    await store.write((tx) => insertEntity(tx, entityRow({ id: 'row', type: 'rowed', fqn: 'a' })));
    const held = async (work: (tx: Sql) => Promise<unknown>) => {
      const mark = await store.read((sql) => takeWriteMark(sql, 'rowed', 'rows'));
      await store.write(work);
      return store.read((sql) => writeMarkHolds(sql, 'rowed', mark, 'rows'));
    };
    const change = (set: string) => (tx: Sql) => tx.run(`update entity set ${set} where id = 'row'`);
    expect(await held((tx) => insertEntity(tx, entityRow({ id: 'else', type: 'unrowed', fqn: 'b' })))).toBe(true);
    expect(await held(change("doc = '{}', version = 2"))).toBe(true);
    expect(await held((tx) => insertEvents(tx, [eventRow('any', { entity_type: 'rowed' })]))).toBe(true);
    expect(await held((tx) => setDeletedState(tx, ['row'], 1))).toBe(false);
    expect(await held((tx) => setDeletedState(tx, ['row'], 0))).toBe(false);
    expect(await held(change("fqn = 'c'"))).toBe(false);
    expect(
      await held(async (tx) => {
        await insertEntity(tx, entityRow({ id: 'other', type: 'unrowed', fqn: 'd' }));
        await insertEntity(tx, entityRow({ id: 'more', type: 'rowed', fqn: 'e' }));
      }),
    ).toBe(false);
    expect(await held((tx) => deleteEntities(tx, ['row']))).toBe(false);
  });

  it.runIf(kind === 'postgres')('falls when a transaction commits late that began before it was taken', async () => {
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = () => {};
    const inserted = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const written = use()
      .another()
      .write(async (tx) => {
        await insertEvents(tx, [eventRow('late', { entity_type: 'marked' })]);
        begun();
        await held;
      });
    await inserted;
    await add('4', 'marked');
    const mark = await take();
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', mark, 'events'))).toBe(true);
    commit();
    await written;
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', mark, 'events'))).toBe(false);
  });

  it.runIf(kind === 'postgres')('does not hold in a snapshot older than something that the mark has seen', async () => {
    await add('5', 'marked');
    let goOn = (_: WriteMark) => {};
    const taken = new Promise<WriteMark>((resolve) => {
      goOn = resolve;
    });
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const older = use().store.read(async (sql) => {
      await takeWriteMark(sql, 'marked', 'events');
      begun();
      return writeMarkHolds(sql, 'marked', await taken, 'events');
    });
    await started;
    await add('6', 'marked');
    goOn(
      await use()
        .another()
        .read((sql) => takeWriteMark(sql, 'marked', 'events')),
    );
    expect(await older).toBe(false);
  });
});
