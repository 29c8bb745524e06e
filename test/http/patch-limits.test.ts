// What one PATCH may ask for, on every kind of route that takes a JSON Patch.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { defineTexts } from '../support/define-property.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('what a patch may ask for', (use) => {
  let app: TestApp;
  let schema: string;

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    const made = async (path: string, body: object) => {
      const { status, json, text } = await app.request('POST', path, { body });
      expect(status, text.slice(0, 300)).toBe(201);
      return json.fullyQualifiedName as string;
    };
    const service = await made('/v1/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
    const database = await made('/v1/databases', { name: 'd', service });
    schema = await made('/v1/databaseSchemas', { name: 's', database });
    const send = async (method: string, path: string, body?: unknown) =>
      (await app.request(method, path, { body })).json;
    await defineTexts(send, 'table', [
      'a',
      'b0',
      'b1',
      'b2',
      'b3',
      'constructor',
      'toString',
      'hasOwnProperty',
      'valueOf',
    ]);
  });
  afterAll(() => app.close());

  const table = async (name: string, columns = 3) => {
    const body = {
      name,
      databaseSchema: schema,
      columns: Array.from({ length: columns }, (_, i) => ({ name: `c${i}`, dataType: 'INT' })),
    };
    const { status, json, text } = await app.request('POST', '/v1/tables', { body });
    expect(status, text.slice(0, 300)).toBe(201);
    return json;
  };

  /** 12 kB that come to gigabytes when every step is carried out. */
  const growing = [
    { op: 'add', path: '/extension', value: { a: 'x'.repeat(1000) } },
    ...Array.from({ length: 200 }, (_, i) => ({ op: 'copy', from: '/extension', path: `/extension/k${i}` })),
  ];

  it('is bounded on every route of JSON Patch', async () => {
    const { id, fullyQualifiedName } = await table('grown');
    const user = (await app.request('GET', '/v1/users/name/admin')).json;
    for (const path of [
      `/v1/tables/${id}`,
      `/v1/tables/name/${fullyQualifiedName}`,
      `/v1/users/${user.id}`,
      `/v1/system/settings/searchSettings`,
      `/v1/system/security/config`,
    ]) {
      const before = (await app.request('GET', path)).json;
      const begun = performance.now();
      const { status, json } = await app.request('PATCH', path, { body: growing });
      expect([status, json.errorType], path).toEqual([400, 'BAD_REQUEST']);
      expect(json.message, path).toMatch(/copies more than|larger than/);
      expect(performance.now() - begun, path).toBeLessThan(10_000); // minutes, when it is not bounded
      expect((await app.request('GET', path)).json, path).toEqual(before);
    }
  });

  it.each<[string, object[], RegExp]>([
    [
      'steps',
      Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/name', value: 'x' })),
      /at most 10000 operations/,
    ],
    ['depth', [{ op: 'add', path: '/extension/a'.repeat(60), value: 1 }], /100 levels/],
    [
      'size',
      [
        { op: 'add', path: '/extension', value: { a: 'x'.repeat(30_000) } },
        ...Array.from({ length: 4 }, (_, i) => ({ op: 'copy', from: '/extension/a', path: `/extension/b${i}` })),
      ],
      /larger than 102400 bytes/,
    ],
  ])('is bounded in %s', async (name, body, reason) => {
    const small = await createTestApp({ store: use(), flags: { bodyLimit: '100KiB' } });
    const { id } = await table(`bounded_${name}`);
    const { status, json } = await (name === 'size' ? small : app).request('PATCH', `/v1/tables/${id}`, { body });
    expect([status, json.message]).toEqual([400, expect.stringMatching(reason)]);
    if (name === 'size') {
      const fits = [body[0], body[1]];
      expect((await small.request('PATCH', `/v1/tables/${id}`, { body: fits })).status).toBe(200);
    }
    await small.close();
  });

  it('describes every column of a wide table at once', async () => {
    const { id } = await table('wide', 5000);
    const body = Array.from({ length: 5000 }, (_, i) => ({
      op: 'add',
      path: `/columns/${i}/description`,
      value: `What column ${i} holds.`,
    }));
    const begun = performance.now();
    const { status, json } = await app.request('PATCH', `/v1/tables/${id}`, { body });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect([status, json.columns?.length]).toEqual([200, 5000]);
    expect(json.columns.at(-1).description).toBe('What column 4999 holds.');
  });

  it.each(['/__proto__/x', '/__proto__', '/constructor', '/toString', '/extension/__proto__'])(
    'is 400 for %s, whoever asks',
    async (path) => {
      const { fullyQualifiedName } = await table(`odd${path.replaceAll('/', '_')}`);
      await app.request('PUT', '/v1/users', { body: { name: 'ann', email: 'ann@x.io' } });
      for (const token of [app.adminToken, await app.tokenFor('ann')])
        for (const op of ['add', 'replace', 'remove', 'test', 'copy', 'move']) {
          const body = [{ op, path, value: 1, from: op === 'copy' ? '/name' : path }];
          const answer = await app.request('PATCH', `/v1/tables/name/${fullyQualifiedName}`, { body, token });
          expect([answer.status, answer.json.errorType], `${op} ${answer.text}`).toEqual([400, 'BAD_REQUEST']);
        }
      expect(app.logged).toEqual([]);
    },
  );

  it('may name what lies below a field as objects do', async () => {
    const { id } = await table('named');
    const path = `/v1/tables/${id}`;
    const extension = { constructor: 'me', toString: 'x', hasOwnProperty: '1', valueOf: '' };
    for (const [op, value] of [
      ['add', extension],
      ['replace', { ...extension, toString: 'y' }],
    ] as const) {
      expect((await app.request('PATCH', path, { body: [{ op, path: '/extension', value }] })).status).toBe(200);
      expect((await app.request('GET', `${path}?fields=extension`)).json.extension).toEqual(value);
    }
    const body = [{ op: 'replace', path: '/extension/constructor', value: 'you' }];
    expect((await app.request('PATCH', path, { body })).json.extension.constructor).toBe('you');
    expect((await app.request('GET', `${path}/versions`)).status).toBe(200);
  });
});
