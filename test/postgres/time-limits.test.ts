// Limits that administrators set for the statements of a role or a database: what they end is refused for now, and kept out of
// what decides about readiness; migrations have none.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  getSetting,
  migrate,
  openPostgres,
  putSetting,
  type Store,
  StoreUnavailable,
} from '../../src/storage/index.js';
import { forPostgres } from '../support/stores.js';

forPostgres('a database that limits statements', (use) => {
  let limited: Store;
  beforeAll(async () => {
    const url = new URL(use().url as string);
    url.searchParams.set('statement_timeout', '300');
    url.searchParams.set('lock_timeout', '50');
    limited = openPostgres({ url: url.href, connections: 2 });
  });
  afterAll(async () => {
    await limited?.close();
  });

  it('is unavailable for what takes too long, and nothing else', async () => {
    const slow = limited.read((sql) => sql.get('select pg_sleep(5)'));
    await expect(slow).rejects.toMatchObject({ name: 'StoreUnavailable', kind: 'away' });
    const half = limited.write(async (tx) => {
      await putSetting(tx, { name: 'half', updated_at: 1, doc: '{}' });
      await tx.get('select pg_sleep(5)');
    });
    await expect(half).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await limited.read((sql) => getSetting(sql, 'half'))).toBeUndefined();
  });

  it('waits longer for a lock than one attempt may', async () => {
    const setting = { name: 'held', updated_at: 1, doc: '1' };
    await use().store.write((tx) => putSetting(tx, setting));
    let later: Promise<void> | undefined;
    await use().store.write(async (tx) => {
      await putSetting(tx, { ...setting, doc: '2' });
      later = limited.write((other) => putSetting(other, { ...setting, doc: '3' }));
      await sleep(150);
    });
    await later;
    expect((await limited.read((sql) => getSetting(sql, 'held')))?.doc).toBe('3');
  });

  it('migrates without limits', async () => {
    let migrated: Promise<string[]> | undefined;
    await use().store.write(async (tx) => {
      for (const text of tx.dialect.beforeMigration) await tx.all(text);
      migrated = migrate(limited);
      await sleep(600);
    });
    expect(await migrated).toEqual([]);
  });
});
