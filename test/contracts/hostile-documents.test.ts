import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { addSchema, CONTRACTS, columns, createCalls } from './support.js';

const standard = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'a', version: '1', status: 'active' };
/** Milliseconds that no other request may wait. */
const MOST_LAG = 1000;

let app: TestApp;
const { ok } = createCalls(() => app);
let query: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  const databaseSchema = await addSchema(ok, 'hostile');
  const table = await ok('POST', '/v1/tables', { name: 't', databaseSchema, columns });
  query = { entityId: table.id, entityType: 'table' };
});
afterAll(() => app.close());

/** The answer, and the longest time for which this thread, which reads and writes, did nothing else meanwhile. */
async function measured(method: string, path: string, raw: string, type: string) {
  let open = true;
  const answer = app.request(method, path, { raw, query, headers: { 'content-type': type } }).finally(() => {
    open = false;
  });
  let longest = 0;
  while (open) {
    const before = performance.now();
    await pause(5);
    longest = Math.max(longest, performance.now() - before);
  }
  return { answer: await answer, longest };
}

it.each([
  ['POST', `${CONTRACTS}/odcs/parse/yaml`, '] '.repeat(30_000), 'application/yaml'],
  ['PUT', `${CONTRACTS}/odcs`, JSON.stringify({ ...standard, schema: Array(200_000).fill(1) }), 'application/json'],
])('a document that takes seconds to read holds up no other request: %s %s', async (method, path, raw, type) => {
  const { answer, longest } = await measured(method, path, raw, type);
  expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(/^Invalid (YAML|ODCS) content: /)]);
  expect(longest).toBeLessThan(MOST_LAG);
});

it.each([['owners', { team: Array.from({ length: 9000 }, (_, i) => ({ username: `nobody${i}`, role: 'owner' })) }]])(
  'nor does a valid one with many %s',
  async (_name, more) => {
    const raw = JSON.stringify({ ...standard, name: 'many', ...more });
    const { answer, longest } = await measured('PUT', `${CONTRACTS}/odcs`, raw, 'application/json');
    expect([200, 201, 400]).toContain(answer.status); // 200: the second try of this test, whose first took long
    expect(longest).toBeLessThan(MOST_LAG);
  },
);
