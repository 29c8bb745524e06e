// A cursor is good for the list that returned it, and for no other.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('cursors', (use) => {
  let app: TestApp;
  const ask = (path: string, query: Record<string, string>) => app.request('GET', path, { query });

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    const made = async (path: string, body: object) => {
      const { status, text } = await app.request('POST', path, { body });
      expect(status, text).toBe(201);
    };
    for (const service of ['one', 'two']) {
      await made('/v1/services/databaseServices', { name: service, serviceType: 'Postgres' });
      for (const database of ['a', 'b', 'c']) {
        await made('/v1/databases', { name: database, service });
        await made('/v1/databaseSchemas', { name: 's', database: `${service}.${database}` });
        const columns = ['x', 'y', 'z'].map((name) => ({ name, dataType: 'INT' }));
        await made('/v1/tables', { name: 't', databaseSchema: `${service}.${database}.s`, columns });
      }
    }
  });
  afterAll(() => app.close());

  const history = { startTs: '0', endTs: '9999999999999' };
  const lists: [path: string, query: Record<string, string>, others: [string, Record<string, string>][]][] = [
    [
      '/v1/databases',
      { service: 'one' },
      [
        ['/v1/databases', {}],
        ['/v1/databases', { service: 'two' }],
        ['/v1/databases', { service: 'one', include: 'all' }],
        ['/v1/databaseSchemas', { service: 'one' }],
        ['/v1/databases/history', history],
        ['/v1/metadata/types', {}],
        ['/v1/events', {}],
      ],
    ],
    [
      '/v1/databases/history',
      history,
      [
        ['/v1/databases', {}],
        ['/v1/databaseSchemas/history', history],
        ['/v1/databases/history', { ...history, startTs: '1' }],
      ],
    ],
    [
      '/v1/metadata/types',
      { category: 'entity' },
      [
        ['/v1/metadata/types', {}],
        ['/v1/databases', {}],
      ],
    ],
    [
      '/v1/events',
      {},
      [
        ['/v1/databases', {}],
        ['/v1/metadata/types', {}],
      ],
    ],
  ];

  it.each(lists)('of %s %j page on under any limit, and are 400 elsewhere', async (path, query, others) => {
    const first = await ask(path, { ...query, limit: '1' });
    const { after } = first.json.paging;
    expect(after, first.text).toEqual(expect.any(String));
    const second = await ask(path, { ...query, limit: '2', after });
    expect([second.status, second.json.data.length], second.text).toEqual([200, 2]);
    expect(second.json.data).not.toContainEqual(first.json.data[0]);
    for (const [other, narrowed] of others)
      for (const name of other === '/v1/events' ? ['after'] : ['after', 'before']) {
        const { status, json } = await ask(other, { ...narrowed, limit: '1', [name]: after });
        expect([status, json.message], `${other} ${name}`).toEqual([
          400,
          expect.stringContaining('not a cursor of this list'),
        ]);
      }
    const { before } = second.json.paging;
    if (before) expect((await ask(path, { ...query, limit: '5', before })).json.data).toEqual(first.json.data);
  });

  it('of columns page on, and are 400 under another filter', async () => {
    const grid = (query: Record<string, string>) => ask('/v1/columns/grid', query);
    const first = await grid({ size: '1', serviceName: 'one' });
    const { cursor } = first.json;
    expect(cursor, first.text).toEqual(expect.any(String));
    const second = await grid({ size: '2', serviceName: 'one', cursor });
    expect(second.json.columns.map(({ columnName }: { columnName: string }) => columnName)).toEqual(['y', 'z']);
    expect((await grid({ size: '1', serviceName: 'two', cursor })).status).toBe(400);
    expect((await ask('/v1/databases', { after: cursor })).status).toBe(400);
  });

  it('page on for a filter that is given in two ways', async () => {
    const domain = { name: 'sales', description: 'Sales.', domainType: 'Aggregate' };
    const { id } = (await app.request('POST', '/v1/domains', { body: domain })).json;
    for (const name of ['a', 'b'])
      await app.request('POST', '/v1/dataProducts', { body: { name, description: name, domains: ['sales'] } });
    for (const given of ['sales', id, 'sales']) {
      const { after } = (await ask('/v1/dataProducts', { domain: given, limit: '1' })).json.paging;
      const next = await ask('/v1/dataProducts', { domain: given, limit: '1', after });
      expect([next.status, next.json.data?.[0]?.name], given + next.text).toEqual([200, 'b']);
    }
  });
});
