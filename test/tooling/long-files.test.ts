import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { LONG_FILES } from '../support/longest-first.js';

it('every file that is run first is there', () => {
  const root = resolve(import.meta.dirname, '../..');
  expect(LONG_FILES.filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
});
