import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  addJobProgress,
  beginCursor,
  deleteSetting,
  getCursor,
  getSetting,
  insertDeletion,
  insertJob,
  isDeleting,
  type Lease,
  listDeletions,
  listSettings,
  moveCursor,
  type NewJob,
  putSetting,
  releaseLease,
  removeDeletion,
  renewLease,
  type Sql,
  takeLease,
  UniqueViolation,
} from '../../index.js';

forEachStore('work', (use) => {
  const read = <T>(work: (sql: Sql) => Promise<T>) => use().store.read(work);
  const write = <T>(work: (tx: Sql) => Promise<T>) => use().store.write(work);
  const take = (holder: string, milliseconds: number) =>
    write((tx) => takeLease(tx, { name: 'l', holder, milliseconds }));
  const renew = (lease: Lease, milliseconds: number) => write((tx) => renewLease(tx, lease, milliseconds));

  it('gives a lease to one holder until it expires or is released', async () => {
    const first = (await take('a', 10_000))!;
    expect(first).toEqual({ name: 'l', holder: 'a', token: 1 });
    expect(await take('b', 60)).toBeUndefined();
    expect(await take('a', 10_000)).toEqual(first);
    expect(await renew(first, 20)).toBe(true);
    await setTimeout(50);
    const second = (await take('b', 10_000))!;
    expect(second.token).toBe(2);
    expect(await renew(first, 60)).toBe(false);
    await write((tx) => releaseLease(tx, first));
    expect(await take('a', 60)).toBeUndefined();
    await write((tx) => releaseLease(tx, second));
    expect((await take('a', 60))?.token).toBe(3);
  });

  it('gives a lease to one of many concurrent callers', async () => {
    const asked = Array.from({ length: 8 }, (_, i) =>
      write((tx) => takeLease(tx, { name: 'crowd', holder: `h${i}`, milliseconds: 10_000 })),
    );
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
  });

  it('stores settings by name', async () => {
    await write((tx) => putSetting(tx, { name: 's', updated_at: 1, doc: '1' }));
    await write((tx) => putSetting(tx, { name: 's', updated_at: 2, doc: '2' }));
    expect((await read(listSettings)).filter(({ name }) => name === 's')).toEqual([
      { name: 's', updated_at: 2, doc: '2' },
    ]);
    await write((tx) => deleteSetting(tx, 's'));
    expect(await read((sql) => getSetting(sql, 's'))).toBeUndefined();
  });

  it('moves a cursor only from its current position', async () => {
    const cursor = () => read((sql) => getCursor(sql, 'r'));
    expect(await cursor()).toBeUndefined();
    await write((tx) => beginCursor(tx, 'r', 5));
    await write((tx) => beginCursor(tx, 'r', 9));
    expect(await cursor()).toBe(5);
    expect(await write((tx) => moveCursor(tx, 'r', { from: 5, to: 7 }))).toBe(true);
    expect(await write((tx) => moveCursor(tx, 'r', { from: 5, to: 8 }))).toBe(false);
    expect(await cursor()).toBe(7);
  });

  it('records which subtrees are being deleted', async () => {
    const lock = { root_id: 'd', root_type: 'thing', root_fqn: 'd', hard: 1, job_id: 'j' };
    const job: NewJob = {
      id: 'j',
      kind: 'k',
      key: null,
      lane: null,
      actor_id: 'x',
      actor_name: 'x',
      can_cancel: 0,
      schedule: null,
      total: null,
      created_at: 1,
      run_at: 1,
      completed: false,
    };
    await write((tx) => insertJob(tx, job, new Map()));
    await write((tx) => insertDeletion(tx, lock));
    await expect(write((tx) => insertDeletion(tx, lock))).rejects.toBeInstanceOf(UniqueViolation);
    await write((tx) => addJobProgress(tx, 'j', { done: 500, at: 2 }));
    await write((tx) => addJobProgress(tx, 'j', { done: 30, at: 3 }));
    expect(await read(listDeletions)).toEqual([{ ...lock, started_at: 1, actor: 'x', progress: 530 }]);
    expect(await read((sql) => isDeleting(sql, ['d']))).toBe(true);
    await write((tx) => removeDeletion(tx, 'd'));
    expect(await read(listDeletions)).toEqual([]);
  });
});
