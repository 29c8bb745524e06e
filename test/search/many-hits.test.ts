// More hits than a search counts, on each engine: totals, pages, filters and rights.
import { beforeAll, expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { keyToken } from '../../src/search/indexing/key-token.js';
import { entitiesAfter, indexState, putSearchDocuments, type SearchDocument } from '../../src/storage/index.js';
import { createEngine, type Engine } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';

const MANY = 10_400;
const VIEWS = 40;
const PIECE = 400;

type Query = Record<string, string>;

forEachStore('more hits than are counted', (use) => {
  let engine: Engine;

  const search = async (query: Query, path = 'query') => {
    const answer = await engine.send('GET', `/v1/search/${path}`, undefined, { query: { index: 'table', ...query } });
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
    return answer.json;
  };
  const totalOf = async (query: Query) => (await search({ size: '1', ...query })).hits.total;
  const views = JSON.stringify({ query: { term: { tableType: 'View' } } });

  beforeAll(async () => {
    const index = createSearchIndex({ registry: createRegistry(entityTypes) });
    engine = createEngine(use().store, entityTypes, { more: searchRoutes(), search: () => index });
    const make = async (path: string, body: object) => {
      const { status, json } = await engine.send('POST', path, body);
      expect(status, JSON.stringify(json)).toBe(201);
      return json;
    };
    await make('/v1/services/databaseServices', { name: 'many', serviceType: 'Mysql' });
    await make('/v1/databases', { name: 'd', service: 'many' });
    await make('/v1/databaseSchemas', { name: 's', database: 'many.d' });
    const { id } = await make('/v1/tables', {
      name: 'zz_last',
      databaseSchema: 'many.d.s',
      tableType: 'Regular',
      columns: [{ name: 'a', dataType: 'INT' }],
    });
    const { store } = use();
    const [document] = await store.read(async (sql) =>
      index.documents(
        sql,
        (await entitiesAfter(sql, '', 1000)).filter((row) => row.id === id),
      ),
    );
    for (let i = 0; i < MANY; i += PIECE)
      await store.write(async (tx) => {
        const { current } = await indexState(tx);
        const copies = Array.from({ length: Math.min(PIECE, MANY - i) }, (_, j) => copyOf(document!, i + j));
        await putSearchDocuments(tx, current, copies, new Map(), []);
      });
  }, 60_000);

  it('says of how many there are more', async () => {
    expect(await totalOf({ q: 'copied' })).toEqual({ value: 10_000, relation: 'gte' });
    expect(await totalOf({ q: '*' })).toEqual({ value: 10_000, relation: 'gte' });
  });

  it('counts all when asked to', async () => {
    expect(await totalOf({ q: 'copied', track_total_hits: 'true' })).toEqual({ value: MANY, relation: 'eq' });
    const counted = await search({ q: 'copied', field: 'tableType' }, 'aggregate');
    expect(counted.aggregations['sterms#tableType'].buckets).toEqual([
      { key: 'regular', doc_count: MANY - VIEWS },
      { key: 'view', doc_count: VIEWS },
    ]);
    const { aggregations } = await search({ q: 'copied', size: '0' });
    expect(aggregations['sterms#entityType'].buckets).toEqual([{ key: 'table', doc_count: MANY }]);
  });

  it('counts few among many', async () => {
    for (const q of ['copied', '*'])
      expect(await totalOf({ q, query_filter: views })).toEqual({ value: VIEWS, relation: 'eq' });
    const no = JSON.stringify({ query: { bool: { must_not: [{ term: { tableType: 'Regular' } }] } } });
    expect(await totalOf({ q: 'copied', query_filter: no })).toEqual({ value: VIEWS, relation: 'eq' });
    expect(await totalOf({ q: 'copied number7' })).toEqual({ value: 1, relation: 'eq' });
  });

  it('finds the exact name among them', async () => {
    const { hits } = await search({ q: 'zz_last', fetch_source: 'false' });
    expect(hits.total).toEqual({ value: 1, relation: 'eq' });
  });

  it('gives pages by name', async () => {
    const page = async (query: Query) => {
      const { hits } = await search({ q: '*', sort_field: 'name.keyword', size: '2', ...query });
      return hits.hits.map((hit: { _source: { name: string } }) => hit._source.name);
    };
    expect(await page({ sort_order: 'desc' })).toEqual(['zz_last']);
    expect(await page({ sort_order: 'asc', search_after: 'copiednumber9999,~' })).toEqual(['zz_last']);
    expect(await page({ sort_order: 'asc', search_after: 'zzlast,~' })).toEqual([]);
  });
});

/** Another table like it, which search alone knows. */
function copyOf(document: SearchDocument, i: number): SearchDocument {
  const facets = JSON.parse(document.facets);
  const tableType = i % (MANY / VIEWS) === 0 ? 'View' : 'Regular';
  const name = `copied number${i}`;
  return {
    ...document,
    id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    name,
    nameKey: name.replace(' ', ''),
    hash: name,
    weight: 2,
    facets: JSON.stringify({ ...facets, s: { ...facets.s, tableType } }),
    facetKey: `${document.facetKey}${tableType}`,
    counted: keyToken('s.tableType', tableType),
    tokens: { ...document.tokens, exact: name.replace(' ', ''), name, body: '' },
    words: [],
  };
}
