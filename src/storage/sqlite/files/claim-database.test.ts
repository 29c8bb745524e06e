import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import { DatabaseInUse, migrate, openSqlite } from '../../index.js';

const folder = mkdtempSync(join(tmpdir(), 'cairn-claim-'));
const path = join(folder, 'cairn.db');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lets one server at a time claim a database, with commands writing beside it', async () => {
  const first = openSqlite({ path, alone: true });
  expect(() => openSqlite({ path, alone: true })).toThrow(DatabaseInUse);
  const command = openSqlite({ path });
  expect(await migrate(command)).not.toEqual([]);
  await command.close();
  await first.close();
  await openSqlite({ path, alone: true }).close();
});

/** A thread that claims a database and exits without closing it; works with both `node:sqlite` and the package. */
const ENDING = `
const { workerData } = require('node:worker_threads');
const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? require('@photostructure/sqlite');
globalThis.lock = new DatabaseSync(workerData);
globalThis.lock.exec('begin exclusive');
process.exit(3);`;

it('can claim a database after a thread that ended without releasing it', async () => {
  const worker = new Worker(ENDING, { eval: true, workerData: `${path}.lock` });
  expect(await once(worker, 'exit')).toEqual([3]);
  await openSqlite({ path, alone: true }).close();
});
