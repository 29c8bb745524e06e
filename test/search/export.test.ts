// What a search finds as CSV: every hit once, in order, of what the reader may see.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const HEADER =
  'Entity Type,Service Name,Service Type,FQN,Name,Display Name,Description,Owners,Tags,Glossary Terms,Domains,Tier';
const secret = { tagFQN: 'Eyes.Only', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };

forEachSeededStore('export of search', (use) => {
  let people: People;
  let hidden: Body;
  const lines = (text: string) => text.split('\r\n').slice(0, -1);
  const names = (text: string) =>
    lines(text)
      .slice(1)
      .map((line) => line.split(',')[4]);
  const csv = async (query: Record<string, string>, send = people.send) => {
    const answer = await send('GET', `/v1/search/export?${new URLSearchParams(query)}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    return answer.text;
  };

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Eyes', description: 'Who may look' });
    await people.make('/v1/tags', { name: 'Only', classification: 'Eyes', description: 'Few' });
    const owner = await people.make('/v1/users', { name: 'olga', email: 'olga@example.com', displayName: 'Olga, "O"' });
    hidden = await people.table({ name: 'orders_hidden', tags: [secret] });
    await people.table({
      name: 'orders',
      displayName: '=All orders',
      description: 'one\ntwo',
      owners: [{ id: owner.id, type: 'user' }],
    });
    await people.table({ name: 'orders_old', description: 'orders' });
    await people.table({ name: 'customers' });
  });
  afterAll(() => people.app.close());

  it('has a line for each hit, in the order of the search', async () => {
    const text = await csv({ q: 'orders', index: 'table' });
    expect(lines(text)[0]).toBe(HEADER);
    expect(names(text)[0]).toBe('orders');
    expect(names(text).sort()).toEqual(['orders', 'orders_hidden', 'orders_old']);
    expect(text).toContain(
      'table,held,CustomDatabase,held."db.main".public.orders'
        .replaceAll('"', '""')
        .replace('held.""', '"held.""')
        .replace('orders', 'orders"'),
    );
    expect(text).toContain(`,orders,'=All orders,"one\ntwo","Olga, ""O""",,,,`);
    expect(text).toContain(',Eyes.Only,');
    const sorted = await csv({ q: 'orders', index: 'table', sort_field: 'name.keyword', sort_order: 'asc' });
    expect(names(sorted)).toEqual(['orders', 'orders_hidden', 'orders_old']);
  });

  it('narrows as a query does', async () => {
    const query = JSON.stringify({ query: { term: { 'tags.tagFQN': 'Eyes.Only' } } });
    expect(names(await csv({ q: '*', index: 'table', query_filter: query }))).toEqual(['orders_hidden']);
    expect(names(await csv({ q: '*', index: 'table', post_filter: query }))).toEqual(['orders_hidden']);
    expect(names(await csv({ q: 'orders', index: 'table', from: '1', size: '1' }))).toHaveLength(1);
    expect(names(await csv({ q: 'nothingofthis', index: 'table' }))).toEqual([]);
    expect(names(await csv({ q: 'orders', index: 'table', deleted: 'true' }))).toEqual([]);
    for (const wrong of ['size=0', 'from=-1', 'index=none', 'query_filter={', 'deleted=maybe'])
      expect((await people.send('GET', `/v1/search/export?q=x&${wrong}`)).status, wrong).toBe(400);
  });

  it('shows nobody more than a GET does, also in a job', async () => {
    const who = await people.person(
      [
        { operations: ['ViewAll'] },
        { effect: 'deny', operations: ['All'], resources: ['table'], condition: "matchAnyTag('Eyes.Only')" },
      ],
      { isBot: true },
    );
    const text = await csv({ q: 'orders', index: 'table' }, who.send);
    expect(names(text).sort()).toEqual(['orders', 'orders_old']);
    expect(text).not.toContain(hidden.name);

    const asked = await who.send('GET', '/v1/search/export/async?q=orders&index=table');
    expect(asked.status, asked.text).toBe(202);
    const { jobId } = asked.body;
    const job = (await who.send('GET', `/v1/csvAsyncJobs/${jobId}`)).body;
    expect(job).toMatchObject({ jobId, operation: 'EXPORT', status: 'COMPLETED', total: 2, createdBy: who.name });
    expect((await who.send('GET', '/v1/csvAsyncJobs')).body).toEqual([job]);
    const file = await who.send('GET', `/v1/csvAsyncJobs/${jobId}/result`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.text).toBe(text);

    const other = await people.person([{ operations: ['ViewAll'] }], { isBot: true });
    expect((await other.send('GET', '/v1/csvAsyncJobs')).body).toEqual([]);
    for (const path of [`/v1/csvAsyncJobs/${jobId}`, `/v1/csvAsyncJobs/${jobId}/result`])
      expect((await other.send('GET', path)).status, path).toBe(403);
    expect((await other.send('PUT', `/v1/csvAsyncJobs/${jobId}/cancel`)).status).toBe(403);
    expect((await who.send('PUT', `/v1/csvAsyncJobs/${jobId}/cancel`)).body.status).toBe('CANCELLED');
    expect((await who.send('GET', `/v1/csvAsyncJobs/${jobId}/result`)).status).toBe(400);
    expect((await who.send('GET', '/v1/csvAsyncJobs/0a7ab000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await who.send('GET', '/v1/search/export/async?q=x&size=0')).status).toBe(400);
    expect((await who.send('GET', '/v1/settings')).text).not.toContain(jobId);
  });

  it('has every hit once where there are many', async () => {
    const { fullyQualifiedName: databaseSchema } = await people.make('/v1/databaseSchemas', {
      name: 'many',
      database: 'held."db.main"',
    });
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    const tables = Array.from({ length: 1040 }, (_, i) => ({ name: `parcel_${i}`, databaseSchema, columns }));
    for (const part of [tables.slice(0, 520), tables.slice(520)])
      expect((await people.send('PUT', '/v1/tables/bulk', part)).status).toBe(200);
    const found = names(await csv({ q: 'parcel', index: 'all' }));
    expect([...found].sort()).toEqual(tables.map(({ name }) => name).sort());
    const parts: string[] = [];
    for (const from of [0, 500, 1000])
      parts.push(
        ...(names(await csv({ q: 'parcel', index: 'all', from: String(from), size: from ? '500' : '1' })) as string[]),
      );
    expect(parts).toHaveLength(1 + 500 + 40);
    expect(names(await csv({ q: 'parcel', index: 'all', from: '1000', size: '30' }))).toEqual(found.slice(1000, 1030));
  });

  it('keeps the newest fifty jobs of a person', async () => {
    const who = await people.person([{ operations: ['ViewAll'] }], { isBot: true });
    for (let i = 0; i < 53; i++) await who.send('GET', `/v1/search/export/async?q=orders${i}&index=table`);
    expect((await who.send('GET', '/v1/csvAsyncJobs?limit=100')).body).toHaveLength(50);
  });
});
