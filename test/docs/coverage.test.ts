// Every endpoint of the interface either answers or has a reason, and the documents say the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coverageOf } from '../../contract/coverage.js';
import { declined } from '../../contract/declined.js';
import { describeProgram } from '../../src/cli/describe-program.js';
import { createTestApp, type TestApp } from '../support/app.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const endpoints: string[] = JSON.parse(read('contract/endpoints.json'));
const described = describeProgram(endpoints);

it('every endpoint is served or has one reason, and no reason is left over', () => {
  expect(described.problems).toEqual([]);
});

it('the documents are as generated', () => {
  expect(read('docs/coverage.md')).toBe(described.coverage);
  expect(read('README.md')).toContain(described.types);
});

it('a missing reason, a reason for a served endpoint and an unused reason are reported', () => {
  const all = endpoints.filter((endpoint) => / \/v1\/rdf\//.test(endpoint));
  const { rows, problems } = coverageOf(['GET /v1/new', ...all], [all[0]!]);
  expect(rows[0]).toEqual({ endpoint: 'GET /v1/new', reason: '' });
  expect(problems).toContain('GET /v1/new is not served, and no row gives the reason');
  expect(problems).toContainEqual(expect.stringContaining(`${all[0]} is served, but`));
  expect(problems).toContainEqual(expect.stringContaining('scim(\\/|$)/ matches no endpoint'));
});

describe('parts that the server does not have', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it.each(declined)('$prefix is 404 with the reason', async ({ prefix, sentence }) => {
    const answer = await app.request('GET', prefix.replace('{name}', 'any'));
    expect([answer.status, answer.json]).toEqual([
      404,
      { code: 404, errorType: 'ENTITY_NOT_FOUND', message: sentence },
    ]);
    const below = await app.request('POST', `${prefix}/some/thing`, { body: {} });
    expect([below.status, below.json.message]).toEqual([404, sentence]);
  });

  it('any other unknown path is named', async () => {
    expect((await app.request('GET', '/v1/rdfs')).json.message).toBe('no route for /api/v1/rdfs');
  });
});
