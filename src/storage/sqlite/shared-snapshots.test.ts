import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sql, Store } from '../port.js';
import { openSqlite } from './open-sqlite.js';

let folder: string;
let writer: Store;
let reader: Store;

const put = (value: number) => writer.write((tx) => tx.run('insert into t values ($1)', [value]));
const count = async (sql: Sql) => (await sql.get<{ n: number }>('select count(*) as n from t'))?.n;
const laterTick = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-snapshots-'));
  writer = openSqlite({ path: join(folder, 'c.db') });
  await writer.write((tx) => tx.run('create table t (v integer)'));
  reader = openSqlite({ path: join(folder, 'c.db'), readOnly: true });
});
afterEach(async () => {
  await reader.close();
  await writer.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('concurrent reads', () => {
  test('see the same state, whatever is committed before the last one ends', async () => {
    await put(1);
    const slow = reader.read(async (sql) => {
      const before = await count(sql);
      await put(2);
      return [before, await count(sql)];
    });
    const quick = reader.read(count);
    expect(await Promise.all([slow, quick])).toEqual([[1, 1], 1]);
    expect(await reader.read(count)).toBe(2);
  });

  test('get a newer snapshot if they arrive while one is open', async () => {
    let late: Promise<number | undefined> | undefined;
    const early = reader.read(async (sql) => {
      await put(1);
      late = reader.read(count);
      await laterTick();
      return count(sql);
    });
    expect(await early).toBe(0);
    expect(await late).toBe(1);
  });

  test('fail separately', async () => {
    const failing = reader.read(async () => {
      throw new Error('no');
    });
    const [failed, passed] = await Promise.allSettled([failing, reader.read(count)]);
    expect(failed).toMatchObject({ status: 'rejected', reason: new Error('no') });
    expect(passed).toEqual({ status: 'fulfilled', value: 0 });
    expect(await reader.read(count)).toBe(0);
  });

  test('are finished before the store is closed', async () => {
    const reading = writer.read(count);
    await writer.close();
    expect(await reading).toBe(0);
    writer = openSqlite({ path: join(folder, 'c.db') });
  });
});
