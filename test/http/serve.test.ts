// The program as people run it: start, greeting, token, stop.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../bin/cairn.js');
const data = join(mkdtempSync(join(tmpdir(), 'cairn-serve-')), 'new');
const running: ChildProcess[] = [];

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(join(data, '..'), { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  address: string;
  greeting(): string;
}

async function start(...flags: string[]): Promise<Started> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', data, ...flags]);
  running.push(child);
  let text = '';
  child.stdout.on('data', (piece) => {
    text += String(piece);
  });
  await expect.poll(() => text, { timeout: 50_000 }).toMatch(/ {2}data .*\n/);
  return { child, address: /address +(http:\S+?),/.exec(text)?.[1] ?? '', greeting: () => text };
}

async function stop({ child }: Started, signal: NodeJS.Signals): Promise<unknown[]> {
  const exit = once(child, 'exit');
  child.kill(signal);
  return exit;
}

const cairn = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args]);

test('the first start shows the password of the admin once, and SIGTERM ends it in order', async () => {
  const first = await start();
  await expect.poll(first.greeting, { timeout: 50_000 }).toMatch(/admin {5}admin \(admin@\S+\), password \S{12,}\n/);
  expect(statSync(data).mode & 0o077).toBe(0);
  expect(statSync(join(data, 'secret.key')).mode & 0o077).toBe(0);
  const { stdout } = await cairn('token', '--user', 'ingestion-bot', '--data', data);
  const headers = { authorization: `Bearer ${stdout.trim()}` };
  const answer = await fetch(`${first.address}/api/v1/tables`, { headers });
  expect([answer.status, await answer.json()]).toEqual([200, { data: [], paging: { total: 0 } }]);
  expect((await fetch(`${first.address}/metrics`)).status).toBe(200);
  expect(await stop(first, 'SIGTERM')).toEqual([0, null]);

  const second = await start('--metrics', 'closed');
  expect(second.greeting()).not.toContain('password');
  expect((await fetch(`${second.address}/metrics`)).status).toBe(404);
  expect((await fetch(`${second.address}/api/v1/tables`, { headers })).status).toBe(200);
  const { stdout: told } = await cairn('validate', '--data', data);
  expect(told).toMatch(/^\d+ entities, 0 problems\n$/);
  expect(await stop(second, 'SIGINT')).toEqual([0, null]);
});

test('a wrong option and a taken port end the program with a sentence', async () => {
  await expect(cairn('serve', '--port', 'x')).rejects.toMatchObject({
    code: 1,
    stderr: '--port must be a whole number from 0 to 65535, not "x".\n',
  });
  const first = await start();
  const port = new URL(first.address).port;
  await expect(cairn('serve', '--port', port, '--data', `${data}-2`)).rejects.toMatchObject({
    code: 1,
    stderr: `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
  });
  expect(existsSync(`${data}-2`), 'an admin was made whose password nobody has seen').toBe(false);
  expect(await stop(first, 'SIGTERM')).toEqual([0, null]);
});

test('a catalog that a server uses is served by no other, not dropped, and gets no sample data', async () => {
  const first = await start();
  const inUse = { code: 1, stderr: `another server is using ${join(data, 'cairn.db')}\n` };
  await expect(cairn('serve', '--port', '0', '--data', data)).rejects.toMatchObject(inUse);
  await expect(cairn('drop-create', '--yes', '--data', data)).rejects.toMatchObject(inUse);
  const nothing = { ...inUse, stdout: '' };
  await expect(cairn('demo', '--data', data)).rejects.toMatchObject(nothing);
  await expect(cairn('serve', '--demo', '--port', '0', '--data', data)).rejects.toMatchObject(nothing);
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
  expect(await stop(first, 'SIGTERM')).toEqual([0, null]);
});

test('the sample has tasks for the administrator, whose password is told once', async () => {
  const sample = `${data}-sample`;
  const first = await start('--demo', '--data', sample);
  await expect.poll(first.greeting, { timeout: 50_000 }).toMatch(/password \S{12,}\n/);
  const told = first.greeting();
  expect(told.match(/password/g)).toHaveLength(2); // the password, and that it is shown once
  const password = /password (\S{12,})\n/.exec(told)?.[1];
  const login = await fetch(`${first.address}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin', password }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const assigned = await fetch(`${first.address}/api/v1/tasks/assigned`, { headers });
  const tasks = (await assigned.json()) as { data: { type: string }[] };
  expect(tasks.data.map(({ type }) => type).sort()).toEqual(['DescriptionUpdate', 'Suggestion']);
  expect(await stop(first, 'SIGTERM')).toEqual([0, null]);
  const second = await start('--demo', '--data', sample);
  expect(second.greeting()).not.toContain('password');
  expect(await stop(second, 'SIGTERM')).toEqual([0, null]);
});

test('the port is taken: the sample is not loaded, and no account is made', async () => {
  const first = await start();
  const port = new URL(first.address).port;
  const place = `${data}-taken`;
  await expect(cairn('serve', '--demo', '--port', port, '--data', place)).rejects.toMatchObject({ code: 1 });
  expect(existsSync(place), 'an admin was made whose password nobody has seen').toBe(false);
  expect(await stop(first, 'SIGTERM')).toEqual([0, null]);
});

test('another secret key than that of the catalog is refused', async () => {
  const key = join(data, 'secret.key');
  const kept = readFileSync(key, 'utf8');
  writeFileSync(key, Buffer.alloc(32, 9).toString('base64'));
  await expect(cairn('serve', '--port', '0', '--data', data)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^the secret key is not the one this catalog was created with; [^\n]+\n$/),
  });
  writeFileSync(key, kept);
});
