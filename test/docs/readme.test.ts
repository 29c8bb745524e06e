// The README's first five minutes and the sections that continue there, run as they are written, one after another on one server.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, startDemoServer } from '../support/demo-server.js';

const root = join(import.meta.dirname, '../..');

/** A built server with the sample data, and the folder that holds all it writes. */
interface Demo {
  address: string;
  folder: string;
}

let demo: Demo;
let server: DemoServer;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-readme-'));
  const places = ['--data', join(folder, 'data'), '--source-folder', join(folder, 'sources')];
  const local = ['--webhook-allow', '127.0.0.0/8'];
  server = await startDemoServer({ cwd: root, args: [...places, ...local] });
  demo = { address: server.address, folder };
});

afterAll(() => {
  server.kill();
  rmSync(demo.folder, { recursive: true, force: true });
});

test('the commands of the first five minutes work', async () => {
  const answers = await runBlocks(blocksOf('The first five minutes'), demo);
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
});

test('the commands for testing a table work', async () => {
  const answers = await runBlocks([shell(), ...blocksOf('Test a table')], demo);
  const last = answers.at(-1) ?? '';
  expect(last).toMatch(/Failed +till\.default\.main\.sales\.id\.ids_are_unique/);
  expect(last).toContain('1 of 3 tests passed, 2 failed, 0 did not run');
  expect(last).toContain('exit code 1');
  const { summary } = JSON.parse(last.slice(last.indexOf('\n{')));
  expect(summary).toMatchObject({ success: 1, failed: 2, aborted: 0, total: 3 });
});

test('the commands for an alert work', async () => {
  const receiver = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => receiver.once('listening', done));
  const address = receiver.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((done) => receiver.close(done));
  const blocks = [shell(), ...blocksOf('Tell me when a test fails')];
  const stdout = await run(
    blocks.map((block) => block.replaceAll('9000', String(port))),
    demo,
  );
  expect(stdout).toMatch(/^entityUpdated till\.default\.main\.sales\.many_sales .*"testCaseStatus":"Failed"/m);
  const alert = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(alert.destinations).toMatchObject([
    { statusDetails: { status: 'active', lastSuccessfulAt: expect.any(Number) } },
  ]);
});

test('the commands about a contract work', async () => {
  const stdout = await run([shell(), ...blocksOf('Agree on a contract')], demo);
  const [checked = '', results = ''] = stdout.split('\n').filter((line) => line.startsWith('{'));
  expect(JSON.parse(checked)).toMatchObject({
    contractExecutionStatus: 'Success',
    schemaValidation: { passed: 2, failed: 0, total: 2 },
    semanticsValidation: { passed: 1, total: 1 },
  });
  expect(JSON.parse(results).paging.total).toBe(1);
  expect(readFileSync(join(demo.folder, 'payments.odcs.yaml'), 'utf8')).toMatch(/^apiVersion: v3\.1\.0/);
  expect(stdout).toMatch(/0 failed, 0 could not be checked\n$/);
});

test('the program that uses the client works', async () => {
  const program = blocksOf('Write a program');
  const stdout = await run([shell(), ...program, ...program], demo);
  const [first, second] = stdout.trim().split('\n');
  expect(Number(/^(\d+) columns described$/.exec(first ?? '')?.[1])).toBeGreaterThan(10);
  expect(second).toBe('0 columns described');
});

/** The shell blocks of a section that can run while the server does. */
function blocksOf(title: string): string[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
  return blocks.filter((block) => !block.startsWith('npm start'));
}

/** The block that the other sections continue from: `$TOKEN`, `$CAIRN` and `catalog`. */
function shell(): string {
  return blocksOf('The first five minutes')[0] ?? '';
}

function namesOf(answer: { hits: { hits: { _source: { fullyQualifiedName: string } }[] } }): string[] {
  return answer.hits.hits.map(({ _source }) => _source.fullyQualifiedName);
}

/** Runs the blocks in one shell; resolves to what they print. */
async function run(blocks: readonly string[], { address, folder }: Demo): Promise<string> {
  const script = [
    'set -e',
    `export TMPDIR="${folder}" CAIRN_DATA="${join(folder, 'data')}"`,
    `npx() { shift; "${process.execPath}" bin/cairn.js "$@"; }`,
    ...blocks.map((block) => block.replaceAll('http://127.0.0.1:8585', address)),
  ].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: root });
  return stdout;
}

/** The same, as the answers of its requests, which must all succeed. */
async function runBlocks(blocks: readonly string[], demo: Demo): Promise<string[]> {
  const stdout = await run(['curl() { command curl -w "\\n%{http_code} end\\n" "$@"; }', ...blocks], demo);
  const parts = stdout.split(/\n(\d{3}) end\n/).filter((part) => part.trim() !== '');
  const statuses = parts.filter((_, i) => i % 2 === 1);
  for (const status of statuses) expect(status).toMatch(/^20[01]$/);
  return parts.filter((_, i) => i % 2 === 0);
}
