// How long texts may be, on every way by which one is written.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('texts', (use) => {
  /** With room for what is too long for `app`. */
  let roomy: TestApp;
  let app: TestApp;
  const [long, other] = ['d'.repeat(2001), 'd'.repeat(501)];
  const databaseSchema = 'shop.d.s';
  const columns = [{ name: 'c', dataType: 'INT' }];

  beforeAll(async () => {
    roomy = await createTestApp({ store: use() });
    app = await createTestApp({ store: use(), flags: { longTextLimit: '2000', textLimit: '500' } });
    const made = async (path: string, body: object) =>
      expect((await app.request('POST', path, { body })).status, path).toBe(201);
    await made('/v1/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
    await made('/v1/databases', { name: 'd', service: 'shop' });
    await made('/v1/databaseSchemas', { name: 's', database: 'shop.d' });
    await made('/v1/tables', { name: 't', databaseSchema, columns });
    await made('/v1/storedProcedures', {
      name: 'p',
      databaseSchema,
      storedProcedureCode: { code: 'x', language: 'SQL' },
    });
  });
  afterAll(async () => {
    await app.close();
    await roomy.close();
  });

  const path = '/v1/tables/name/shop.d.s.t';
  const patch = (pointer: string, value: unknown) => [{ op: 'add', path: pointer, value }];
  const table = { name: 't', databaseSchema, columns };

  it.each<[method: string, path: string, body: unknown, message: string]>([
    ['POST', '/v1/tables', { ...table, name: 'n', description: long }, 'description must have at most 2000 bytes'],
    ['POST', '/v1/tables', { ...table, name: 'n', displayName: other }, 'displayName must have at most 500 bytes'],
    ['PUT', '/v1/tables', { ...table, description: long }, 'description must have at most 2000 bytes'],
    ['PUT', '/v1/tables', { ...table, columns: [{ ...columns[0], description: long }] }, 'columns[0].description must'],
    ['PUT', '/v1/tables', { ...table, schemaDefinition: long }, 'schemaDefinition must have at most 2000 bytes'],
    ['PATCH', path, patch('/description', long), 'description must have at most 2000 bytes'],
    ['PATCH', path, patch('/columns/0/description', long), 'columns[0].description must have at most 2000 bytes'],
    ['PATCH', path, patch('/extension', { a: { b: other } }), 'extension.a.b must have at most 500 bytes'],
    [
      'PATCH',
      path,
      patch('/columns/-', { ...columns[0], name: 'd', displayName: other }),
      'columns[1].displayName must',
    ],
    [
      'PUT',
      '/v1/columns/name/shop.d.s.t.c?entityType=table',
      { description: long },
      'description must have at most 2000',
    ],
    ['POST', '/v1/queries', { query: long, service: 'shop' }, 'query must have at most 2000 bytes'],
    [
      'PATCH',
      '/v1/storedProcedures/name/shop.d.s.p',
      patch('/storedProcedureCode/code', long),
      'storedProcedureCode.code must',
    ],
    ['POST', '/v1/users', { name: 'u', email: 'u@x.io', description: long }, 'description must'],
    [
      'PUT',
      '/v1/system/settings',
      { config_type: 'openMetadataBaseUrlConfiguration', config_value: { openMetadataUrl: `http://x.io/${other}` } },
      'openMetadataUrl must have at most 500 bytes',
    ],
  ])('are bounded by %s %s', async (method, at, body, message) => {
    const { status, json } = await app.request(method, at, { body });
    expect([status, json.errorType, json.message]).toEqual([400, 'BAD_REQUEST', expect.stringContaining(message)]);
  });

  it('are bounded for each item of a bulk request', async () => {
    const items = [
      { ...table, name: 'b1', description: long },
      { ...table, name: 'b2', description: 'short' },
    ];
    const { status, json } = await app.request('PUT', '/v1/tables/bulk', { body: items });
    expect([status, json.numberOfRowsPassed, json.numberOfRowsFailed]).toEqual([200, 1, 1]);
    expect(json.failedRequest[0]).toMatchObject({ status: 400, message: expect.stringContaining('2000 bytes') });
  });

  it('of sample data are bounded by the body alone', async () => {
    const { id } = (await app.request('GET', path)).json;
    const rows = [['x'.repeat(5000)]];
    const put = await app.request('PUT', `/v1/tables/${id}/sampleData`, { body: { columns: ['c'], rows } });
    expect([put.status, put.json.sampleData?.rows]).toEqual([200, rows]);
  });

  it('that were stored before the limit stay, and what is beside them can be changed', async () => {
    const stored = {
      ...table,
      name: 'old',
      description: `${long} kept`,
      columns: [
        { ...columns[0], description: `${long} of c` },
        { name: 'd', dataType: 'INT' },
      ],
    };
    expect((await roomy.request('POST', '/v1/tables', { body: stored })).status).toBe(201);
    const at = '/v1/tables/name/shop.d.s.old';
    expect((await app.request('GET', at)).json.description).toBe(stored.description);
    for (const body of [
      patch('/displayName', 'Old'),
      patch('/columns/1/description', 'Of d.'),
      [{ op: 'remove', path: '/columns/1' }],
      patch('/columns/0', { name: 'first', dataType: 'INT' }),
    ]) {
      const { status, text } = await app.request('PATCH', at, { body });
      expect(status, text).toBe(200);
    }
    const { json } = await app.request('GET', at);
    expect(json).toMatchObject({ displayName: 'Old', description: stored.description });
    expect(json.columns[1].description).toBe(`${long} of c`);
    expect((await app.request('PATCH', at, { body: patch('/description', `${long} more`) })).status).toBe(400);
    expect((await app.request('PATCH', at, { body: patch('/description', 'short') })).status).toBe(200);
  });
});
