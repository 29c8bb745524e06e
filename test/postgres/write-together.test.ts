// Writes on PostgreSQL send statements without waiting for each other. What fails fails as a whole and as the first that failed.
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  getSetting,
  insertEntity,
  LostRace,
  putRelations,
  putSetting,
  putTagUsages,
  relationsTo,
  type Sql,
  tagUsagesOf,
  UniqueViolation,
} from '../../src/storage/index.js';
import { entityRow, relationRow, tagUsageRow } from '../support/rows.js';
import { forPostgres } from '../support/stores.js';

const INSERT = 'insert into setting (name, updated_at, doc) values ($1, 1, $2)';

forPostgres('a write', (use) => {
  const found = (name: string) => use().store.read((sql) => getSetting(sql, name));
  const add = async (tx: Sql, name: string) => tx.later?.(INSERT, [name, '{}']);

  it('keeps what it sent last', async () => {
    await use().store.write((tx) => add(tx, 'sent'));
    expect(await found('sent')).toBeDefined();
  });

  it('fails as the first statement that failed, and keeps nothing', async () => {
    const written = use().store.write(
      async (tx) => {
        await putSetting(tx, { name: 'before', updated_at: 1, doc: '{}' });
        await add(tx, 'sent');
        tx.atEnd?.(async () => void (await tx.run(INSERT, ['event', '{}'])));
      },
      (tx) => add(tx, 'last'),
    );
    await expect(written).rejects.toBeInstanceOf(UniqueViolation);
    for (const name of ['before', 'last', 'event']) expect(await found(name)).toBeUndefined();
  });

  it('fails as the first statement that failed, also if the answer to a later one is heard first', async () => {
    const written = use().store.write(async (tx) => {
      await putSetting(tx, { name: 'heard', updated_at: 1, doc: '{}' });
      const passedOn = [1, 2, 3, 4, 5].reduce<Promise<unknown>>(
        (one) => one.then((it) => it),
        tx.run(INSERT, ['heard', '{}']),
      );
      await Promise.all([passedOn, tx.get('select 1')]);
    });
    await expect(written).rejects.toBeInstanceOf(UniqueViolation);
  });

  it('runs again after a deadlock, also if the answer to a later statement is heard first', async () => {
    const names = ['one', 'other'] as const;
    await use().store.write(async (tx) => {
      for (const name of names) await putSetting(tx, { name, updated_at: 1, doc: '0' });
    });
    const touch = (tx: Sql, name: string) =>
      tx.run('update setting set doc = cast(cast(doc as integer) + 1 as text) where name = $1', [name]);
    let first = 0;
    let go = () => {};
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    const write = (mine: string, others: string) =>
      use().store.write(async (tx) => {
        await touch(tx, mine);
        first += 1;
        if (first === 2) go();
        await both;
        const passedOn = touch(tx, others)
          .then((it) => it)
          .then((it) => it);
        await Promise.all([passedOn, tx.get('select 1')]);
      });
    await Promise.all([write('one', 'other'), write('other', 'one')]);
    for (const name of names) expect((await found(name))?.doc).toBe('2');
  });

  it('is unavailable for now, not broken, when others win again and again', async () => {
    const lost = use().store.write(async () => {
      throw new LostRace();
    });
    await expect(lost).rejects.toMatchObject({ name: 'StoreUnavailable', kind: 'away' });
  });

  it('lets nothing of a failed write into the next', async () => {
    const written = use().store.write(async (tx) => {
      const late = setTimeout(50).then(() => tx.run(INSERT, ['late', '{}']));
      late.catch(() => {});
      await tx.get('select 1');
      throw new Error('given up');
    });
    await expect(written).rejects.toThrow('given up');
    await setTimeout(100);
    expect(await found('late')).toBeUndefined();
  });

  it('finds what it put on an entity that it has just inserted', async () => {
    await use().store.write(async (tx) => {
      await insertEntity(tx, entityRow({ id: 'tag', fqn: 'C.tag' }));
      await insertEntity(tx, entityRow({ id: 'new' }));
      expect(tx.mayHave?.('relation', ['new', 'other'])).toEqual(['other']);
      expect(await relationsTo(tx, ['new'], ['k'])).toEqual([]);
      expect(await tagUsagesOf(tx, ['new'])).toEqual([]);
      await putRelations(tx, [relationRow('tag', 'k', 'new')]);
      await putTagUsages(tx, [tagUsageRow('new', '', 'tag')]);
      expect(await relationsTo(tx, ['new'], ['k'])).toHaveLength(1);
      expect(await tagUsagesOf(tx, ['new'])).toHaveLength(1);
      await tx.run("update entity set name = 'renamed' where id = 'new'");
      expect(tx.written?.size).toBe(0);
    });
  });
});
