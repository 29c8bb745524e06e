// The README's first five minutes, run as they are written.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const data = mkdtempSync(join(tmpdir(), 'cairn-readme-'));

test('the commands of the first five minutes work', async () => {
  const server = spawn(process.execPath, ['bin/cairn.js', 'serve', '--port', '0', '--data', data], { cwd: root });
  let greeting = '';
  server.stdout.on('data', (text) => {
    greeting += String(text);
  });
  try {
    await expect.poll(() => greeting, { timeout: 15_000 }).toMatch(/http:\S+?,/);
    const address = /http:\S+?(?=,)/.exec(greeting)?.[0] ?? '';
    const answers = await runBlocks(section('The first five minutes'), address);
    const [, , , created, , patched, listed, found, told] = answers.map((text) => JSON.parse(text));
    expect(created.columns.map((column: { name: string }) => column.name)).toEqual(['id', 'email']);
    expect(patched).toMatchObject({ version: 0.2, description: 'One row for each customer.' });
    expect(listed.data).toMatchObject([{ fullyQualifiedName: 'shop.orders.public.customers' }]);
    expect(found.hits.hits.map((hit: { _id: string }) => hit._id)).toEqual([created.id]);
    expect(told.data.map((event: { eventType: string }) => event.eventType)).toEqual(
      expect.arrayContaining(['entityCreated', 'entityUpdated']),
    );
  } finally {
    server.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});

function section(title: string): string {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  return text.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
}

/** Runs the shell blocks in one shell; resolves to the answers of its requests. */
async function runBlocks(text: string, address: string): Promise<string[]> {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
  const script = [
    'set -e; shopt -s expand_aliases',
    `npx() { shift; "${process.execPath}" bin/cairn.js "$@" --data "${data}"; }`,
    'curl() { command curl -w "\\n%{http_code} end\\n" "$@"; }',
    ...blocks.map((block) => block.replaceAll('http://127.0.0.1:8585', address)),
  ].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: root });
  const parts = stdout.split(/\n(\d{3}) end\n/).filter((part) => part !== '');
  const statuses = parts.filter((_, i) => i % 2 === 1);
  for (const status of statuses) expect(status).toMatch(/^20[01]$/);
  return parts.filter((_, i) => i % 2 === 0);
}
