import { execFile } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startDemoServer } from '../support/demo-server.js';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(root, 'node_modules', '.package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files that npm packs, without its scripts: the tests have built. */
async function packedFiles(): Promise<string[]> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 2 ** 26 });
  const [packed] = JSON.parse(stdout);
  return packed.files.map(({ path }: { path: string }) => path);
}

test('the package serves the API, its documentation and the pages without the rest of the repository', async () => {
  const files = await packedFiles();
  expect(
    files.filter((path) => /(^|\/)(src|test|scripts|docs|bench)\//.test(path) || path.endsWith('.test.ts')),
  ).toEqual([]);
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    linkSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { address, kill } = await startDemoServer({ cwd: folder, args: ['--data', join(folder, 'data')] });
  try {
    const text = async (path: string, accept = '*/*') => {
      const response = await fetch(`${address}${path}`, { headers: { accept } });
      return { status: response.status, body: await response.text() };
    };
    expect(await text('/readyz')).toMatchObject({ status: 200 });
    expect(await text('/openapi.json')).toMatchObject({ status: 200, body: expect.stringContaining('"openapi"') });
    expect(await text('/docs/')).toMatchObject({ status: 200 });
    const page = await text('/my-data', 'text/html');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1];
    expect(script).toBeDefined();
    expect(await text(script ?? '')).toMatchObject({ status: 200 });
  } finally {
    kill();
  }
}, 180_000); // npm compresses everything to tell what it packs
