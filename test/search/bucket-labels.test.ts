// Values that are counted have their spelling where a client asks for it; keys stay as clients of the interface know them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
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
});
