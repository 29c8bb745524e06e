// Values that are counted have their spelling where a client asks for it; keys stay as clients of the interface know them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

interface Bucket {
  key: string;
  doc_count: number;
  label?: string;
}

forEachSeededStore('labels of buckets', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
    const { id } = await people.make('/v1/users', {
      name: 'aiko',
      email: 'aiko@example.com',
      displayName: 'Aiko Tanaka',
    });
    const owners = [{ id, type: 'user' }];
    await people.table({ name: 'invoices', owners, tableType: 'View', columns: [{ name: 'Amount', dataType: 'INT' }] });
    await people.table({ name: 'payments', owners, tableType: 'View', columns: [{ name: 'amount', dataType: 'INT' }] });
  });
  afterAll(() => people.app.close());

  const ask = async (path: string, query: Record<string, string>) => {
    const answer = await people.send('GET', `/v1/search/${path}?${new URLSearchParams({ index: 'table', ...query })}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.aggregations as Record<string, { buckets: Bucket[] }>;
  };
  const FIELDS = {
    'owners.displayName.keyword': { key: 'aiko tanaka', doc_count: 2, label: 'Aiko Tanaka' },
    tableType: { key: 'view', doc_count: 2, label: 'View' },
    'columns.name.keyword': { key: 'amount', doc_count: 2, label: 'Amount' },
    entityType: { key: 'table', doc_count: 2, label: 'table' },
  };

  it('are returned beside hits', async () => {
    const counts = await ask('query', { q: '*', include_labels: 'true' });
    for (const [field, bucket] of Object.entries(FIELDS))
      expect(counts[`sterms#${field}`]?.buckets, field).toContainEqual(bucket);
    const plain = await ask('query', { q: '*' });
    for (const [field, { key, doc_count }] of Object.entries(FIELDS))
      expect(plain[`sterms#${field}`]?.buckets, field).toContainEqual({ key, doc_count });
  });

  it.each(Object.entries(FIELDS))('are returned for %s alone, and find what they count', async (field, bucket) => {
    const counts = await ask('aggregate', { q: '*', field, include_labels: 'true' });
    expect(counts[`sterms#${field}`]?.buckets).toContainEqual(bucket);
    const query_filter = JSON.stringify({ query: { term: { [field]: bucket.label } } });
    const found = await ask('query', { q: '*', query_filter });
    expect(found['sterms#entityType']?.buckets).toEqual([{ key: 'table', doc_count: bucket.doc_count }]);
  });

  it('come with hits and the fields that are asked for', async () => {
    const count = async (body: object, as: Pick<People, 'send'> = people) => {
      const answer = await as.send('POST', '/v1/search/aggregate', { index: 'table', ...body });
      expect(answer.status, answer.text).toBe(200);
      const [counted] = Object.values(answer.body.aggregations) as { buckets: Body[] }[];
      return counted?.buckets ?? [];
    };
    for (const [field, { key }] of Object.entries(FIELDS)) {
      const wanted = { fieldName: field, sourceFields: ['name', 'owners.displayName'] };
      const topHits = { size: 2, sortField: 'name.keyword', sortOrder: 'desc' };
      const buckets = await count({ ...wanted, topHits });
      const { hits } = buckets.find((bucket) => bucket.key === key)?.['top_hits#top'].hits ?? { hits: [] };
      const sources = hits.map(({ _source }: Body) => _source);
      const owners = [{ displayName: 'Aiko Tanaka' }];
      expect(sources, field).toMatchObject([
        { name: 'payments', owners },
        { name: 'invoices', owners },
      ]);
      expect(Object.keys(sources[0])).toEqual(['name', 'owners']);
      const [one] = await count(wanted);
      expect(one?.['top_hits#top'].hits.hits).toHaveLength(1);
      expect(one?.['top_hits#top'].hits.total.value).toBe(one?.doc_count);
      const asked = await ask('aggregate', { q: '*', field, sourceFields: 'name, owners.displayName' });
      expect(Object.values(asked)[0]?.buckets[0], field).toEqual(one);
    }
    expect(await count({ fieldName: 'tableType', topHits: { size: 3 } })).toEqual([{ key: 'view', doc_count: 2 }]);
    const stranger = await people.person([{ operations: ['ViewBasic'] }]);
    const [shown] = await count({ fieldName: 'tableType', sourceFields: ['name', 'owners'] }, stranger);
    expect(shown?.['top_hits#top'].hits.hits[0]._source.name).toMatch(/invoices|payments/);
    for (const wrong of [{ topHits: { size: -1 } }, { topHits: { sortField: 'rank' } }, { sourceFields: ['a b'] }]) {
      const body = { fieldName: 'tableType', index: 'table', sourceFields: ['name'], ...wrong };
      expect((await people.send('POST', '/v1/search/aggregate', body)).status, JSON.stringify(wrong)).toBe(400);
    }
    const wrong = '/v1/search/aggregate?index=table&field=tableType&sourceFields=name,a%20b';
    expect((await people.send('GET', wrong)).status).toBe(400);
  });
});
