import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { migrate, openSqlite, putSetting } from '../index.js';

/** Another process that writes for a given time; works with both `node:sqlite` and the package. */
const HOLDER = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? require('@photostructure/sqlite');
const database = new DatabaseSync(workerData.path);
database.exec('begin immediate');
parentPort.postMessage('held');
setTimeout(() => {
  database.exec('commit');
  database.close();
}, workerData.milliseconds);`;

it('waits for a lock that another process holds for long', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-busy-'));
  const path = join(folder, 'cairn.db');
  const store = openSqlite({ path });
  await migrate(store);
  const holder = new Worker(HOLDER, { eval: true, workerData: { path, milliseconds: 6000 } });
  await once(holder, 'message');
  await store.write((tx) => putSetting(tx, { name: 'waited', updated_at: 1, doc: '1' }));
  expect(await store.read((sql) => sql.get("select doc from setting where name = 'waited'"))).toEqual({ doc: '1' });
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

it('rejects what is written after it was closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-closed-'));
  const store = openSqlite({ path: join(folder, 'cairn.db') });
  await migrate(store);
  await store.close();
  const late = store.write((tx) => putSetting(tx, { name: 'late', updated_at: 1, doc: '1' }));
  await expect(late).rejects.toThrow('not open');
  rmSync(folder, { recursive: true, force: true });
});
