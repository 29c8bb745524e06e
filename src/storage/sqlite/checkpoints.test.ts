import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from './open-sqlite.js';
import { connectSqlite } from './sqlite-connection.js';

const MEGABYTE = 2 ** 20;
const program = pathToFileURL(join(import.meta.dirname, '../../../dist/checkpointer.js'));

describe('checkpoints', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-checkpoints-'));
    path = join(folder, 'cairn.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size / MEGABYTE : 0);

  it('keep the WAL short under continuous writes, and lose nothing', async () => {
    const store = openSqlite({ path, checkpointer: program });
    await store.write((tx) => tx.run('create table note (n integer primary key, text text not null)'));
    let longest = 0;
    for (let n = 1; n <= 1500; n++) {
      await store.write((tx) => tx.run('insert into note values ($1, $2)', [n, 'x'.repeat(60_000)]));
      longest = Math.max(longest, sizeOf(`${path}-wal`));
    }
    await store.close();
    expect(longest).toBeGreaterThan(1);
    expect(longest).toBeLessThan(70);
    const reader = connectSqlite({ path, readOnly: true });
    expect(await reader.get('select count(*) as count, sum(length(text)) as size from note')).toEqual({
      count: 1500,
      size: 90_000_000,
    });
    reader.close();
  });

  it('copy a short WAL into the file while the writer is idle', async () => {
    const store = openSqlite({ path, checkpointer: program });
    await store.write((tx) => tx.run('create table note (text text not null)'));
    for (let n = 0; n < 40; n++)
      await store.write((tx) => tx.run('insert into note values ($1)', ['x'.repeat(100_000)]));
    await expect.poll(() => sizeOf(path), { timeout: 50_000 }).toBeGreaterThan(1);
    await store.close();
  });

  it('are run by commits if the thread cannot be started', async () => {
    const store = openSqlite({ path, checkpointer: pathToFileURL(join(folder, 'missing.js')) });
    await store.write((tx) => tx.run('create table note (text text not null)'));
    for (let n = 0; n < 600; n++)
      await store.write((tx) => tx.run('insert into note values ($1)', ['x'.repeat(100_000)]));
    expect(sizeOf(`${path}-wal`)).toBeLessThan(70);
    expect(sizeOf(path)).toBeGreaterThan(20);
    await store.close();
  });
});
