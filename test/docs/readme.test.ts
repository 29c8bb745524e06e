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
  const server = spawn(process.execPath, ['bin/cairn.js', 'serve', '--demo', '--port', '0', '--data', data], {
    cwd: root,
  });
  let greeting = '';
  server.stdout.on('data', (text) => {
    greeting += String(text);
  });
  try {
    await expect.poll(() => greeting, { timeout: 30_000 }).toMatch(/address +http:\S+?,/);
    const address = /address +(http:\S+?),/.exec(greeting)?.[1] ?? '';
    const answers = await runBlocks(section('The first five minutes'), address);
    const parsed = answers.map((text) => JSON.parse(text));
    const [mistyped, personal, table, patched, found, , , , created, listed, , , , labelled, ...rest] = parsed;
    const [, , sought, events, log] = rest;
    expect(namesOf(mistyped)).toContain('webshop.shop.public.orders');
    expect(personal.hits.total.value).toBeGreaterThan(2);
    expect(table.owners).toMatchObject([{ type: 'user' }]);
    expect(patched).toMatchObject({ version: 0.2, description: 'Orders as accountancy counts them.' });
    expect(namesOf(found)).toEqual(['warehouse.analytics.facts.fct_orders']);
    expect(created.columns.map((column: { name: string }) => column.name)).toEqual(['id', 'carrier']);
    expect(listed.data).toMatchObject([{ fullyQualifiedName: 'shop.orders.public.parcels' }]);
    const labels = labelled.tags.map(({ tagFQN, labelType }: Record<string, string>) => [tagFQN, labelType]);
    expect(labels).toEqual([
      ['Sales.Parcel', 'Manual'],
      ['Sensitivity.Personal', 'Derived'],
    ]);
    expect(namesOf(sought)).toEqual(['shop.orders.public.parcels']);
    expect(events.data).toContainEqual(expect.objectContaining({ eventType: 'entityUpdated', entityId: table.id }));
    expect(log.data[0]).toMatchObject({ userName: 'admin', entityFQN: 'shop.orders.public.parcels' });
  } finally {
    server.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}, 60_000);

test('the commands for testing a table work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-readme-test-'));
  const [own, sources] = [join(folder, 'data'), join(folder, 'sources')];
  const flags = ['--port', '0', '--data', own, '--source-folder', sources];
  const server = spawn(process.execPath, ['bin/cairn.js', 'serve', '--demo', ...flags], { cwd: root });
  let greeting = '';
  server.stdout.on('data', (text) => {
    greeting += String(text);
  });
  try {
    await expect.poll(() => greeting, { timeout: 30_000 }).toMatch(/address +http:\S+?,/);
    const address = /address +(http:\S+?),/.exec(greeting)?.[1] ?? '';
    const [, prelude = ''] = [...section('The first five minutes').matchAll(/```sh\n[\s\S]*?```/g)].map(
      ([block]) => block,
    );
    const answers = await runBlocks(`${prelude}\n${section('Test a table')}`, address, own);
    const last = answers.at(-1) ?? '';
    expect(last).toMatch(/Failed +till\.default\.main\.sales\.id\.ids_are_unique/);
    expect(last).toContain('1 of 3 tests passed, 2 failed, 0 did not run');
    expect(last).toContain('exit code 1');
    const { summary } = JSON.parse(last.slice(last.indexOf('\n{')));
    expect(summary).toMatchObject({ success: 1, failed: 2, aborted: 0, total: 3 });
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}, 90_000);

function section(title: string): string {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  return text.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
}

function namesOf(answer: { hits: { hits: { _source: { fullyQualifiedName: string } }[] } }): string[] {
  return answer.hits.hits.map(({ _source }) => _source.fullyQualifiedName);
}

/** Runs the shell blocks in one shell; resolves to the answers of its requests. */
async function runBlocks(text: string, address: string, folder = data): Promise<string[]> {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
  const script = [
    'set -e',
    `npx() { shift; "${process.execPath}" bin/cairn.js "$@" --data "${folder}"; }`,
    'curl() { command curl -w "\\n%{http_code} end\\n" "$@"; }',
    ...blocks
      .filter((block) => !block.startsWith('npm start'))
      .map((block) => block.replaceAll('http://127.0.0.1:8585', address)),
  ].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: root });
  const parts = stdout.split(/\n(\d{3}) end\n/).filter((part) => part.trim() !== '');
  const statuses = parts.filter((_, i) => i % 2 === 1);
  for (const status of statuses) expect(status).toMatch(/^20[01]$/);
  return parts.filter((_, i) => i % 2 === 0);
}
