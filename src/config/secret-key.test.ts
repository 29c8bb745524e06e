import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecretKey } from './secret-key.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('makes a private file once and reads it afterwards', () => {
  const data = join(folder, 'data');
  const first = loadSecretKey({ folder: data });
  expect(first).toHaveLength(32);
  expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(loadSecretKey({ folder: data })).toEqual(first);
});

test('takes a given key and refuses one of another length', () => {
  const text = readFileSync(join(folder, 'secret.key'), { encoding: 'utf8', flag: 'a+' });
  expect(text).toBe('');
  expect(loadSecretKey({ given: Buffer.alloc(32, 7).toString('base64') })).toEqual(Buffer.alloc(32, 7));
  expect(() => loadSecretKey({ given: 'short' })).toThrow('32 bytes');
  expect(() => loadSecretKey({ folder })).toThrow('32 bytes');
});
