// Lists of databases, schemas and tables by patterns for names, as the profiler of the Python client asks for them.
import { beforeAll, expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, createTestCatalog, type TestCatalog } from './support/catalog.js';

forEachStore('patterns for names', (use) => {
  let catalog: TestCatalog;
  let service: string;
  let database: string;
  beforeAll(async () => {
    catalog = createTestCatalog(use());
    const made = await addSchema(catalog);
    service = made.service.name;
    database = made.database.fullyQualifiedName;
    await addTable(catalog, made.fqn, { name: 'Orders' });
    await addTable(catalog, made.fqn, { name: 'orders_tmp' });
    await addTable(catalog, made.fqn, { name: 'customers' });
    await catalog.expect(201, 'POST', '/v1/databases', { name: 'archive', service });
    const staging = await catalog.expect(201, 'POST', '/v1/databaseSchemas', { name: 'staging', database });
    await addTable(catalog, staging.fullyQualifiedName, { name: 'raw_orders' });
    const elsewhere = await addSchema(catalog);
    await addTable(catalog, elsewhere.fqn, { name: 'orders' });
  });

  const list = (path: string, query: Record<string, string>) =>
    catalog.expect(200, 'GET', path, undefined, { query: { limit: '100', service, ...query } });
  const namesIn = async (path: string, query: Record<string, string>) => {
    const { data, paging } = await list(path, query);
    expect(paging.total).toBe(data.length);
    return data.map(({ name }: { name: string }) => name).sort();
  };
  const tables = (query: Record<string, string>) => namesIn('/v1/tables', query);

  it('choose tables by their beginning, in any case', async () => {
    expect(await tables({ tableRegex: 'orders' })).toEqual(['Orders', 'orders_tmp']);
    expect(await tables({ tableRegex: '^ORDERS$' })).toEqual(['Orders']);
    expect(await tables({ tableRegex: '(orders$)|(.*customers)' })).toEqual(['Orders', 'customers']);
    expect(await tables({ tableRegex: '(?i)\\A(?P<word>raw)_(?!x)' })).toEqual(['raw_orders']);
    expect(await tables({ tableRegex: 'nothing' })).toEqual([]);
    expect(await tables({ tableRegex: '' })).toHaveLength(4);
    expect(await tables({ tableRegex: '.*tmp', database })).toEqual(['orders_tmp']);
    expect(await tables({ tableRegex: '.*', database: `${service}.archive` })).toEqual([]);
    expect(await tables({ tableRegex: '.*', databaseSchema: `${database}.staging` })).toEqual(['raw_orders']);
    expect(await tables({ tableRegex: '.*', databaseSchema: `${database}.missing` })).toEqual([]);
  });

  it('leave out what matches', async () => {
    const exclude = { regexMode: 'exclude' };
    expect(await tables({ tableRegex: '.*tmp$', ...exclude })).toEqual(['Orders', 'customers', 'raw_orders']);
    expect(await tables({ tableRegex: '.*orders', ...exclude })).toEqual(['customers']);
    expect(await tables({ databaseSchemaRegex: 'staging', tableRegex: 'orders_', ...exclude })).toEqual([
      'Orders',
      'customers',
    ]);
    expect(await tables({ tableRegex: '.*', ...exclude })).toEqual([]);
  });

  it('choose by schema, database and whole names', async () => {
    expect(await tables({ databaseSchemaRegex: 'stag' })).toEqual(['raw_orders']);
    expect(await tables({ databaseSchemaRegex: 'pub', tableRegex: 'cust' })).toEqual(['customers']);
    expect(await namesIn('/v1/databaseSchemas', { databaseSchemaRegex: 's' })).toEqual(['staging']);
    expect(await namesIn('/v1/databaseSchemas', { databaseRegex: 'arch' })).toEqual([]);
    expect(await namesIn('/v1/databaseSchemas', { databaseRegex: 'sales' })).toEqual(['public', 'staging']);
    expect(await namesIn('/v1/databases', { databaseRegex: 'archive', regexMode: 'exclude' })).toEqual(['sales']);
    const byFqn = { regexFilterByFqn: 'true' };
    expect(await tables({ tableRegex: 'orders', ...byFqn })).toEqual([]);
    expect(await tables({ tableRegex: `${database}\\.public\\.orders`, ...byFqn })).toEqual(['Orders', 'orders_tmp']);
    expect(await namesIn('/v1/databases', { databaseRegex: `${service}[.]sal`, ...byFqn })).toEqual(['sales']);
  });

  it('find what was added, renamed and deleted since, page by page', async () => {
    const { fqn } = await addSchema(catalog);
    const query = { service: String(fqn.split('.')[0]), tableRegex: 'page_', limit: '2' };
    const added = [];
    for (const name of ['page_a', 'page_b', 'other', 'page_c']) added.push(await addTable(catalog, fqn, { name }));
    const first = await list('/v1/tables', query);
    expect(first.paging.total).toBe(3);
    const second = await list('/v1/tables', { ...query, after: first.paging.after });
    expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['page_a', 'page_b', 'page_c']);
    await catalog.expect(200, 'DELETE', `/v1/tables/${added[0].id}`);
    await addTable(catalog, fqn, { name: 'page_d' });
    expect(await tables({ ...query, limit: '9' })).toEqual(['page_b', 'page_c', 'page_d']);
    expect(await tables({ ...query, limit: '9', include: 'deleted' })).toEqual(['page_a']);
  });

  it('are refused when they cannot be used', async () => {
    const refused = async (query: Record<string, string>) =>
      (await catalog.expect(400, 'GET', '/v1/tables', undefined, { query: { service, ...query } })).message;
    expect(await refused({ tableRegex: '((' })).toContain('query param tableRegex: a pattern cannot be used');
    expect(await refused({ databaseSchemaRegex: '[' })).toContain('query param databaseSchemaRegex');
    expect(await refused({ tableRegex: 'a', regexMode: 'all' })).toContain('regexMode must be one of');
    expect(await refused({ tableRegex: 'a', regexFilterByFqn: 'yes' })).toContain('regexFilterByFqn');
    const { fqn } = await addSchema(catalog);
    await addTable(catalog, fqn, { name: 'a'.repeat(60) });
    expect(await refused({ service: String(fqn.split('.')[0]), tableRegex: '(a+)+$x' })).toContain('too long');
  });

  it('are refused when all names together take too long', async () => {
    const { clock } = catalog;
    let time = clock.now;
    Object.defineProperty(clock, 'now', { get: () => (time += 1_001), configurable: true });
    const query = { service, tableRegex: 'slow' };
    const { message } = await catalog.expect(400, 'GET', '/v1/tables', undefined, { query });
    Object.defineProperty(clock, 'now', { value: time, writable: true });
    expect(message).toContain('takes too long');
    expect(await tables(query)).toEqual([]);
  });
});
