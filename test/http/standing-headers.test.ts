// What every answer says about itself, and who may read the metrics.
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';

describe('headers of answers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ flags: { port: '0' } });
  });
  afterAll(() => app.close());

  test('an answer may be kept only where its tag says whether it still holds', async () => {
    const { request } = app;
    const made = await request('POST', '/v1/classifications', { body: { name: 'kept', description: 'Kept.' } });
    expect(made.status).toBe(201);
    const path = `/v1/classifications/${made.json.id}`;
    const read = await request('GET', path);
    expect(read.headers.etag).toBeDefined();
    expect(read.headers['cache-control']).toBe('private, no-cache');
    const same = await request('GET', path, { headers: { 'if-none-match': String(read.headers.etag) } });
    expect([same.status, same.headers['cache-control']]).toEqual([304, 'private, no-cache']);
    const uncached = [
      await request('GET', '/v1/classifications'),
      await request('GET', '/v1/users/loggedInUser'),
      await request('GET', '/v1/search/query', { query: { q: 'kept' } }),
      await request('POST', '/v1/users/login', { body: { email: 'x', password: 'x' }, token: null }),
      await request('GET', '/v1/tables', { token: null }),
      await request('GET', '/v1/tables/name/nothing'),
      await request('GET', '/v1/nothing'),
      await request('PUT', '/v1/nothing', { body: {} }),
      await request('POST', '/v1/tables', { raw: '{' }),
    ];
    for (const { status, headers } of uncached)
      expect([status, headers.etag === undefined ? headers['cache-control'] : 'no-store']).toEqual([
        status,
        'no-store',
      ]);
    for (const { headers } of [read, ...uncached]) expect(headers.server).toBe('Cairn');
  });

  test('a body larger than a log-in is refused before it is read, also when it comes in pieces', async () => {
    const url = await app.server.listen();
    const send = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const sent = httpRequest(`${url}/api/v1/users/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
        });
        sent.on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
          sent.destroy();
        });
        sent.on('error', reject);
        sent.write(`{"email":"x","password":"${'x'.repeat(20_000)}`);
      });
    expect(await send({ 'content-length': '16000000' })).toBe(413);
    expect(await send({ 'transfer-encoding': 'chunked' })).toBe(413);
  });
});

describe('metrics', () => {
  test('with a token they are for admins, and for bots that a policy lets see them', async () => {
    const app = await createTestApp({ flags: { metrics: 'token' } });
    const read = async (token: string | null) => {
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      const { statusCode, body } = await app.server.app.inject({ url: '/metrics', headers });
      return { status: statusCode, body };
    };
    try {
      const rules = [
        { name: 'metrics', effect: 'allow', operations: ['ViewAll'], resources: ['serverMetrics'] },
        { name: 'none', effect: 'deny', operations: ['Create'], resources: ['table'] },
      ];
      const policy = await app.request('POST', '/v1/policies', { body: { name: 'Watching', rules } });
      const role = { name: 'Watcher', policies: [policy.json.name] };
      const { id } = (await app.request('POST', '/v1/roles', { body: role })).json;
      expect(id).toBeDefined();
      const join = async (name: string, more: object) => {
        const body = { name, email: `${name}@example.com`, ...more };
        const { status, text } = await app.request('POST', '/v1/users', { body });
        expect(status, text).toBe(201);
      };
      await join('prometheus', { isBot: true, roles: [id] });
      await join('stranger', { isBot: true });
      await join('person', { roles: [id] });
      for (const [token, status] of [
        [null, 401],
        ['a.b.c', 401],
        [app.adminToken, 200],
        [await app.tokenFor('prometheus'), 200],
        [await app.tokenFor('stranger'), 403],
        [await app.tokenFor('person'), 403],
      ] as const)
        expect((await read(token)).status).toBe(status);
      expect((await read(app.adminToken)).body).toContain('cairn_writes_pending');
    } finally {
      await app.close();
    }
  });
});
