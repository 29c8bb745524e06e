// Whatever is asked of search is answered 200 or 400, and with 200 by an answer of its shape.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { buildCatalog } from './catalog/build-catalog.js';
import { loadCatalog } from './catalog/load-catalog.js';
import { countBodies, filters, queryStrings, searches } from './hostile/hostile-queries.js';

const RUNS = Number(process.env.CAIRN_TEST_HOSTILE_RUNS ?? 300);

forEachSeededStore('hostile searches', (use) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    const catalog = buildCatalog('whole');
    const needed = catalog.filter(({ type }, i) =>
      type === 'table' ? i % 100 === 0 : !['query', 'storedProcedure'].includes(type),
    );
    await loadCatalog(needed, (method, path, body) => app.request(method, path, { body }));
  }, 120_000);
  afterAll(() => app.close());

  async function answered(method: string, path: string, options: { query?: Record<string, string>; body?: unknown }) {
    const { status, text, json } = await app.request(method, `/v1/search${path}`, options);
    expect([200, 400], text.slice(0, 500)).toContain(status);
    if (status === 400) expect(json).toMatchObject({ code: 400, message: expect.stringMatching(/\S/) });
    return status === 200 ? json : null;
  }

  it('are answered with hits or refused', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(searches, async (query) => {
        const json = await answered('GET', '/query', { query: query as Record<string, string> });
        if (json) expect(json.hits.total.value).toBeGreaterThanOrEqual(json.hits.hits.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('are suggested, looked up and counted or refused', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(queryStrings, filters, countBodies, async (text, filter, body) => {
        await answered('GET', '/suggest', { query: { q: text, index: 'all' } });
        await answered('GET', '/fieldQuery', { query: { fieldName: text, fieldValue: text } });
        await answered('GET', '/sourceUrl', { query: { sourceUrl: text } });
        await answered('GET', '/entityTypeCounts', { query: { q: text, index: 'all', query_filter: filter } });
        await answered('GET', '/aggregate', { query: { index: 'all', field: 'owners.name', value: text, q: filter } });
        await answered('POST', '/aggregate', { body });
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });
});
