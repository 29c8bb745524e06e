// What a start loads: the bundle, without what only few servers need.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../../dist');

it.each(['worker.js', 'cairn.js'])('%s and what it may load at a start leave out clients of other servers', (entry) => {
  const files = [...loadedBy(entry)];
  const holding = (text: string) => files.filter((file) => readFileSync(join(dist, file), 'utf8').includes(text));
  expect(holding('node_modules/fastify/fastify.js').length + holding('function assemble(').length).toBeGreaterThan(0);
  expect(holding('node_modules/undici/index.js')).toEqual([]);
  expect(holding('node_modules/mysql2/promise.js')).toEqual([]);
});

/** The parts that a program begins with are imported when it runs; what they import is loaded with them. */
function loadedBy(entry: string): Set<string> {
  const loaded = new Set<string>();
  const add = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const text = readFileSync(join(dist, file), 'utf8');
    for (const [, imported = ''] of text.matchAll(/^(?:import|export)\b[^;]*?"\.\/([\w-]+\.js)";/gm)) add(imported);
  };
  add(entry);
  const beginnings = readFileSync(join(dist, entry), 'utf8').matchAll(/import\("\.\/([\w-]+\.js)"\)/g);
  for (const [, imported = ''] of beginnings) add(imported);
  return loaded;
}
