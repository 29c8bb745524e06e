// What a start loads: the bundle, without what only few servers need.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.js';

const dist = join(import.meta.dirname, '../../dist');

it.each(['worker.js', 'cairn.js'])('%s and what it may load at a start leave out clients of other servers', (entry) => {
  const files = [...loadedBy(entry)];
  const holding = (text: string) => files.filter((file) => readFileSync(join(dist, file), 'utf8').includes(text));
  expect(holding('node_modules/fastify/fastify.js').length + holding('function assemble(').length).toBeGreaterThan(0);
  expect(holding('node_modules/undici/index.js')).toEqual([]);
  expect(holding('node_modules/mysql2/promise.js')).toEqual([]);
});

it('holds the OpenAPI document that the source makes, whatever the options', async () => {
  const built = JSON.parse(gunzipSync(readFileSync(join(dist, 'openapi.json.gz'))).toString());
  const flags = { runnerUrl: 'http://127.0.0.1:1', eventRetentionDays: '1', bulkLimit: '7', metrics: 'open' };
  const app = await createTestApp({ flags });
  try {
    const answer = await app.server.app.inject({ method: 'GET', url: '/openapi.json' });
    expect(answer.json()).toEqual(built);
  } finally {
    await app.close();
  }
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
