import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { patternRule } from './pattern-rules.js';

const folder = join(import.meta.dirname, '../schemas');

it('says in words what each pattern of the schemas asks for', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  const patterns = new Set(files.flatMap((path) => patternsIn(JSON.parse(readFileSync(join(folder, path), 'utf8')))));
  expect(patterns.size).toBeGreaterThan(10);
  expect([...patterns].filter((pattern) => patternRule(pattern).includes(pattern))).toEqual([]);
});

function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : [];
  return [...own, ...Object.values(schema).flatMap(patternsIn)];
}
