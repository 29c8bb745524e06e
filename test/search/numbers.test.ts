// Filters by times and versions: numbers as clients write them, and what is no number at all.
import { beforeAll, expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { createEngine, type Engine } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';

forEachStore('numbers in searches', (use) => {
  let engine: Engine;
  let at = 0;

  beforeAll(async () => {
    const index = createSearchIndex({ registry: createRegistry(entityTypes) });
    engine = createEngine(use().store, entityTypes, { more: searchRoutes(), search: () => index });
    const { status, json } = await engine.send('POST', '/v1/domains', {
      name: 'Sales',
      domainType: 'Aggregate',
      description: 'x',
    });
    expect(status).toBe(201);
    at = json.updatedAt;
  });

  async function found(query: Record<string, string>): Promise<boolean> {
    const answer = await engine.send('GET', '/v1/search/query', undefined, { query: { index: 'domain', ...query } });
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
    return answer.json.hits.total.value === 1;
  }

  const filtered = (query: object) => found({ q: '*', query_filter: JSON.stringify({ query }) });

  it('finds by values', async () => {
    expect(await filtered({ term: { version: 0.1 } })).toBe(true);
    expect(await filtered({ term: { version: '0.2' } })).toBe(false);
    expect(await filtered({ terms: { version: [0.3, 0.1] } })).toBe(true);
    expect(await filtered({ term: { updatedAt: at } })).toBe(true);
    expect(await filtered({ terms: { updatedAt: [1, at] } })).toBe(true);
    expect(await found({ q: `updatedAt:${at}` })).toBe(true);
    expect(await found({ q: 'version:0.1' })).toBe(true);
  });

  it('finds by ranges', async () => {
    expect(await filtered({ range: { version: { gte: 0.1, lte: 0.1 } } })).toBe(true);
    expect(await filtered({ range: { version: { gt: 0.1 } } })).toBe(false);
    expect(await filtered({ range: { version: { gt: 0 } } })).toBe(true);
    expect(await filtered({ range: { version: { lt: 0.2 } } })).toBe(true);
    expect(await filtered({ range: { version: { lt: 0.1 } } })).toBe(false);
    expect(await filtered({ range: { updatedAt: { gte: at - 0.5, lte: at + 0.5 } } })).toBe(true);
    expect(await filtered({ range: { updatedAt: { gt: at } } })).toBe(false);
    expect(await filtered({ range: { updatedAt: { gte: -1e308, lte: 1e308 } } })).toBe(true);
    expect(await found({ q: 'updatedAt:[1.5 TO 99999999999999999999999]' })).toBe(true);
    expect(await found({ q: 'version:[0.05 TO 0.15]' })).toBe(true);
    expect(await found({ q: 'version:{0.1 TO 0.5]' })).toBe(false);
  });

  it('looks through rows so many times, and no more', async () => {
    const values = Array.from({ length: 4000 }, (_, i) => i);
    expect(await filtered({ terms: { updatedAt: [...values, at] } })).toBe(true);
    expect(await filtered({ terms: { version: values } })).toBe(false);
    const should = (count: number) => ({
      bool: { should: Array.from({ length: count }, (_, i) => ({ range: { updatedAt: { gte: i } } })) },
    });
    expect(await filtered(should(5))).toBe(true);
    const query = { q: '*', index: 'domain', query_filter: JSON.stringify({ query: should(6) }) };
    expect((await engine.send('GET', '/v1/search/query', undefined, { query })).status).toBe(400);
  });

  it('looks inside of names of paths so many times, and no more', async () => {
    const should = (count: number, pattern: string) => ({
      bool: {
        should: Array.from({ length: count }, (_, i) => ({ wildcard: { fullyQualifiedName: `${pattern}${i}*` } })),
      },
    });
    const asked = async (query: object) =>
      (
        await engine.send('GET', '/v1/search/query', undefined, {
          query: { q: '*', index: 'domain', query_filter: JSON.stringify({ query }) },
        })
      ).status;
    expect(await asked(should(5, '*a'))).toBe(200);
    expect(await asked(should(6, '*a'))).toBe(400);
    expect(await asked(should(20, 'a'))).toBe(200);
    expect(await filtered({ wildcard: { fullyQualifiedName: '*ale*' } })).toBe(true);
  });

  it('finds nothing by what is no number', async () => {
    for (const value of ['x', '', 'NaN', '1e999', '0x10 '])
      for (const field of ['version', 'updatedAt']) expect(await filtered({ term: { [field]: value } })).toBe(false);
  });
});
