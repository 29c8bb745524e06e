import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSecretKey, readSecretKey, saveSecretKey } from './secret-key.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('stores a new key in a private file, once, and reads it afterwards', () => {
  const data = join(folder, 'data');
  expect(readSecretKey({ folder: data })).toBeNull();
  expect(existsSync(data)).toBe(false);
  const key = makeSecretKey();
  expect(key).toHaveLength(32);
  saveSecretKey(data, key);
  expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(Buffer.from(readSecretKey({ folder: data }) ?? [])).toEqual(Buffer.from(key));
  expect(() => saveSecretKey(data, makeSecretKey())).toThrow('EEXIST');
});

test('takes a given key and rejects one of another length', () => {
  writeFileSync(join(folder, 'secret.key'), '');
  expect(readSecretKey({ given: Buffer.alloc(32, 7).toString('base64') })).toEqual(Buffer.alloc(32, 7));
  expect(() => readSecretKey({ given: 'short' })).toThrow('32 bytes');
  expect(() => readSecretKey({ folder })).toThrow('32 bytes');
});
