import { expect, it } from 'vitest';
import { storeKinds } from '../../../test/support/stores.js';
import { migrate, pendingMigrations } from '../index.js';
import { MIGRATIONS } from './index.js';
import type { Migration } from './migration.js';

const extra: Migration = {
  number: (MIGRATIONS.at(-1)?.number ?? 0) + 1,
  name: 'extra',
  statements: ({ types }) => [`create table extra (id ${types.text} primary key)`],
};

for (const kind of storeKinds()) {
  it(`migrates once, then does nothing (${kind.name})`, async () => {
    const { store, remove } = await kind.open('empty');
    expect(await store.read((sql) => pendingMigrations(sql))).toHaveLength(MIGRATIONS.length);
    expect(await migrate(store)).toHaveLength(MIGRATIONS.length);
    expect(await migrate(store)).toEqual([]);
    expect(await store.read((sql) => pendingMigrations(sql))).toEqual([]);
    await remove();
  });

  it(`leaves tables of another program alone (${kind.name})`, async () => {
    const { store, remove } = await kind.open('empty');
    await store.write((tx) => tx.run('create table entity (mine integer)'));
    await expect(migrate(store)).rejects.toThrow('tables of another program');
    expect(await store.read((sql) => sql.get(sql.dialect.hasTable, ['migration']))).toBeUndefined();
    await remove();
  });

  it(`lets two processes migrate at once (${kind.name})`, async () => {
    const { store, remove } = await kind.open('empty');
    const ran = await Promise.all([migrate(store), migrate(store)]);
    expect(ran.flat()).toHaveLength(MIGRATIONS.length);
    await remove();
  });

  it(`rejects an edited migration and a newer database, and rolls back a failed one (${kind.name})`, async () => {
    const { store, remove } = await kind.open();
    await migrate(store, [...MIGRATIONS, extra]);
    const edited = { ...extra, statements: () => ['select 1'] };
    await expect(migrate(store, [...MIGRATIONS, edited])).rejects.toThrow('not the one that was applied');
    await expect(migrate(store)).rejects.toThrow('which this version does not know');
    const failing: Migration = {
      number: extra.number + 1,
      name: 'failing',
      statements: ({ types }) => [`create table half (id ${types.text})`, 'create nonsense'],
    };
    await expect(migrate(store, [...MIGRATIONS, extra, failing])).rejects.toThrow();
    expect(await store.read((sql) => sql.get(sql.dialect.hasTable, ['half']))).toBeUndefined();
    expect(await migrate(store, [...MIGRATIONS, extra])).toEqual([]);
    await remove();
  });
}
