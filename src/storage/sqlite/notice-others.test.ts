import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { migrate, openSqlite, putSetting, type Store } from '../index.js';

const put = (store: Store, name: string) => store.write((tx) => putSetting(tx, { name, updated_at: 1, doc: '1' }));
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

it('notices soon that another process has committed, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-notice-'));
  const path = join(folder, 'cairn.db');
  const server = openSqlite({ path });
  await migrate(server);
  const command = openSqlite({ path });
  let noticed = 0;
  const failed = vi.fn();
  const notices = server.listen?.({
    notified() {},
    connected() {
      noticed += 1;
    },
    failed,
  });
  expect(notices?.connected()).toBe(true);
  await pause(50);
  await put(server, 'own');
  await server.read((sql) => sql.get('select 1'));
  await pause(600);
  expect(noticed).toBe(0);
  await put(command, 'other');
  await vi.waitFor(() => expect(noticed).toBe(1), { timeout: 2000, interval: 20 });
  await put(server, 'own again');
  await pause(600);
  expect(noticed).toBe(1);
  await notices?.close();
  await put(command, 'unnoticed');
  await pause(600);
  expect(noticed).toBe(1);
  expect(failed).not.toHaveBeenCalled();
  await Promise.all([server.close(), command.close()]);
  rmSync(folder, { recursive: true, force: true });
});
