// The server put together, with the writer in the same thread and in the worker.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, PUBLIC_URL, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

function life(use: () => TestApp) {
  test('a service is created, read, found taken, changed and deleted', async () => {
    const { request } = use();
    const path = '/v1/services/databaseServices';
    const create = { name: 'shop / "é" 1', serviceType: 'Postgres' };
    const created = await request('POST', path, { body: create });
    expect([created.status, created.json.version]).toEqual([400, undefined]);
    const made = await request('POST', path, { body: { ...create, name: 'shop / é.1' } });
    expect([made.status, made.json.version]).toEqual([201, 0.1]);
    expect(made.json.href).toBe(`${PUBLIC_URL}/api${path}/${made.json.id}`);
    const named = await request('GET', `${path}/name/${encodeURIComponent('"shop / é.1"')}`);
    expect([named.status, named.json.id]).toEqual([200, made.json.id]);
    const again = await request('POST', path, { body: { ...create, name: 'shop / é.1' } });
    expect([again.status, again.json.errorType]).toEqual([409, 'ENTITY_ALREADY_EXISTS']);
    const patch = [{ op: 'add', path: '/description', value: 'All about shops.' }];
    const headers = { 'if-match': String(named.headers.etag) };
    const patched = await request('PATCH', `${path}/${made.json.id}`, { body: patch, headers });
    expect([patched.status, patched.json.description]).toEqual([200, 'All about shops.']);
    const stale = await request('PATCH', `${path}/${made.json.id}`, { body: patch, headers });
    expect([stale.status, stale.json.errorType]).toEqual([412, 'PRECONDITION_FAILED']);
    const deleted = await request('DELETE', `${path}/${made.json.id}`, { query: { hardDelete: 'true' } });
    expect(deleted.status).toBe(200);
    expect((await request('GET', `${path}/${made.json.id}`)).status).toBe(404);
  });

  test('a total is right at once after a write', async () => {
    const { request } = use();
    const total = async () =>
      (await request('GET', '/v1/classifications', { query: { limit: '1' } })).json.paging.total;
    const before = await total();
    await request('POST', '/v1/classifications', { body: { name: 'Care', description: 'How to treat it.' } });
    expect(await total()).toBe(before + 1);
  });

  test('every collection tells its history, also one that clients do not write', async () => {
    const { request } = use();
    const path = '/v1/services/testConnectionDefinitions';
    const query = { startTs: '0', endTs: '9999999999999', limit: '1' };
    const { status, json } = await request('GET', `${path}/history`, { query });
    const { total } = (await request('GET', path, { query: { limit: '1' } })).json.paging;
    expect([status, json.paging.total]).toEqual([200, total]);
    expect(json.data).toMatchObject([{ name: expect.stringMatching(/\.testConnectionDefinition$/), version: 0.1 }]);
  });

  test('a slash at the end of a path does not matter', async () => {
    const { request, server, adminToken } = use();
    const body = { name: 'slashed', description: 'Made at the address with a slash.' };
    const made = await request('POST', '/v1/classifications/', { body });
    expect([made.status, made.json.name]).toEqual([201, 'slashed']);
    const listed = await request('GET', '/v1/classifications/', { query: { limit: '1' } });
    expect([listed.status, listed.json]).toEqual([
      200,
      (await request('GET', '/v1/classifications', { query: { limit: '1' } })).json,
    ]);
    const named = await request('GET', '/v1/classifications/name/slashed/');
    expect([named.status, named.json.id]).toEqual([200, made.json.id]);
    const refused = await request('PATCH', '/v1/classifications/', { body: [] });
    expect([refused.status, refused.headers.allow]).toEqual([405, expect.stringContaining('POST')]);
    expect((await request('GET', '/v1/classifications//')).status).toBe(404);
    const headers = { authorization: `Bearer ${adminToken}` };
    expect((await server.app.inject({ method: 'GET', url: '/api/v1/bots/?limit=1', headers })).statusCode).toBe(200);
    expect((await request('DELETE', `/v1/classifications/${made.json.id}/`)).status).toBe(200);
  });

  test('the setting of log-ins tells what holds, and holds when it is changed', async () => {
    const { request } = use();
    const read = async () => (await request('GET', '/v1/system/config/loginConfig', { token: null })).json;
    const set = (config_value: object) =>
      request('PUT', '/v1/system/settings', { body: { config_type: 'loginConfiguration', config_value } });
    expect(await read()).toEqual({ maxLoginFailAttempts: 5, accessBlockTime: 900, jwtTokenExpiryTime: 3600 });
    expect((await set({ maxLoginFailAttempts: 0 })).status).toBe(400);
    expect((await set({ maxLoginFailAttempts: 2, accessBlockTime: 77, jwtTokenExpiryTime: 120 })).status).toBe(200);
    const password = 'Correct-horse-7';
    await request('POST', '/v1/users', {
      body: { name: 'lee', email: 'lee@x.io', password, confirmPassword: password, createPasswordType: 'ADMIN_CREATE' },
    });
    const logIn = (text: string) =>
      request('POST', '/v1/users/login', {
        token: null,
        body: { email: 'lee@x.io', password: Buffer.from(text).toString('base64') },
      });
    const { accessToken } = (await logIn(password)).json;
    const { iat, exp } = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString());
    expect(exp - iat).toBe(120);
    expect([(await logIn('no')).status, (await logIn('no')).status]).toEqual([401, 401]);
    const blocked = await logIn(password);
    expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '77']);
    // Who is kept out by the guesses of others gets a new password all the same.
    const reset = {
      requestType: 'USER',
      username: 'lee',
      newPassword: `${password}8`,
      confirmPassword: `${password}8`,
    };
    expect((await request('PUT', '/v1/users/changePassword', { body: reset })).status).toBe(200);
    await request('PUT', '/v1/system/settings/reset/loginConfiguration');
    expect((await read()).maxLoginFailAttempts).toBe(5);
  });

  test('the version of the program and that of the interface are told apart', async () => {
    const { server, request } = use();
    const health = await server.app.inject({ url: '/healthz' });
    const { status, version } = health.json();
    expect(version).toMatch(/^\d/);
    expect([health.statusCode, status]).toEqual([200, 'ok']);
    expect(health.headers.server).toBe('Cairn');
    expect((await request('GET', '/v1/system/version', { token: null })).json.version).toBe('2.0.5');
  });

  test('without a token 401, without a right 403 before the body is looked at', async () => {
    const { request, tokenFor } = use();
    const body = { name: 'pat', email: 'pat@example.com' };
    expect((await request('POST', '/v1/users', { body })).status).toBe(201);
    const path = '/v1/services/databaseServices';
    const nobody = await request('POST', path, { raw: '{', token: null });
    expect(nobody.json).toMatchObject({ code: 401, errorType: 'UNAUTHORIZED' });
    const refused = await request('POST', path, { raw: '{', token: await tokenFor('pat') });
    expect(refused.json).toMatchObject({ code: 403, errorType: 'FORBIDDEN' });
  });

  test('nothing unexpected was logged', () => expect(use().logged).toEqual([]));
}

forEachSeededStore('the server with its writer in the same thread', (use) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ store: use() });
  });
  afterAll(() => app.close());
  life(() => app);
});

describe('the server with its write worker', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ writer: 'worker' });
  });
  afterAll(() => app.close());
  life(() => app);
});
