import { expect, it } from 'vitest';
import { entityRow, eventRow } from '../../../../test/support/rows.js';
import { forEachStore } from '../../../../test/support/stores.js';
import { insertEntity, insertEvents, takeWriteMark, type WriteMark, writeMarkHolds } from '../../index.js';

forEachStore('write mark', (use, kind) => {
  const add = (id: string, type: string) =>
    use().store.write(async (tx) => {
      await insertEntity(tx, entityRow({ id, type }));
      await insertEvents(tx, [eventRow(id, { entity_type: type })]);
    });
  const take = () => use().store.read((sql) => takeWriteMark(sql, 'marked'));

  it('holds until something of the type is written', async () => {
    const empty = await take();
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', empty))).toBe(true);
    await add('1', 'marked');
    const mark = await take();
    await add('2', 'unmarked');
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', mark))).toBe(true);
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', empty))).toBe(false);
    await add('3', 'marked');
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', mark))).toBe(false);
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
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', mark))).toBe(true);
    commit();
    await written;
    expect(await use().store.read((sql) => writeMarkHolds(sql, 'marked', mark))).toBe(false);
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
      await takeWriteMark(sql, 'marked');
      begun();
      return writeMarkHolds(sql, 'marked', await taken);
    });
    await started;
    await add('6', 'marked');
    goOn(
      await use()
        .another()
        .read((sql) => takeWriteMark(sql, 'marked')),
    );
    expect(await older).toBe(false);
  });
});
