// Sessions of the web pages: a token for the page, and a cookie that no script reads.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { openServed, PASSWORD, type Served } from './open-served.js';

const HOST = 'localhost:8585';
const SAME = { 'sec-fetch-site': 'same-origin', host: HOST };

forEachStore('sessions of web pages', (use) => {
  let served: Served;
  beforeAll(async () => {
    served = await openServed(use().store);
    await served.join('reader');
  });
  afterAll(async () => {
    await served.close();
  });

  interface Options {
    cookie?: string;
    headers?: Record<string, string>;
    body?: object;
  }
  async function ask(method: 'POST' | 'DELETE', url: string, { cookie, headers = SAME, body }: Options = {}) {
    const response = await served.app.inject({
      method,
      url,
      headers: { ...headers, ...(cookie ? { cookie: `cairn-session=${cookie}` } : {}) },
      ...(body ? { payload: body } : {}),
    });
    const [set] = response.cookies;
    return {
      status: response.statusCode,
      body: response.body === '' ? null : response.json(),
      set,
      headers: response.headers,
    };
  }
  const open = (password = PASSWORD, email = 'reader@example.com') =>
    ask('POST', '/session', { body: { email, password } });
  const refresh = (cookie: string) => ask('POST', '/session/refresh', { cookie });
  const me = async (as: string) => (await served.send('GET', '/v1/users/loggedInUser', { as })).status;

  it('answers token, user and rights, and hides the refresh token in a cookie', async () => {
    const { status, body, set, headers } = await open();
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { name: 'reader' }, expiresAt: expect.any(Number) });
    expect(body).not.toHaveProperty('refreshToken');
    expect(set).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 7 * 86_400 });
    expect(headers['cache-control']).toBe('no-store');
    expect(await me(body.accessToken)).toBe(200);
  });

  it('tells rights like /v1/permissions does', async () => {
    const { body } = await open();
    const told = (await served.send('GET', '/v1/permissions', { as: body.accessToken })).body.data;
    for (const { resource, permissions } of told) {
      const allowed = permissions.filter((one: { access: string }) => one.access === 'allow');
      expect(body.rights[resource]?.allow ?? []).toEqual(allowed.map((one: { operation: string }) => one.operation));
    }
    expect(Object.keys(body.rights).length).toBeGreaterThan(5);
  });

  it('refuses a wrong password like a login', async () => {
    expect(await open('Wrong-horse-7')).toMatchObject({ status: 401, set: undefined });
  });

  it('renews, and takes each refresh token once, with thirty seconds of grace', async () => {
    const first = (await open()).set?.value ?? '';
    const second = await refresh(first);
    expect(second).toMatchObject({ status: 200, body: { user: { name: 'reader' } } });
    expect(await me(second.body.accessToken)).toBe(200);
    expect(second.set?.value).not.toBe(first);
    served.clock.now += 29_000;
    expect((await refresh(first)).status).toBe(200); // another tab, or an answer that got lost
    served.clock.now += 2_000;
    expect(await refresh(first)).toMatchObject({ status: 204, set: { value: '', maxAge: 0 } });
    expect((await refresh(second.set?.value ?? '')).status).toBe(200);
    served.clock.now -= 31_000;
  });

  it('answers 204 where there is no session', async () => {
    expect(await ask('POST', '/session/refresh')).toMatchObject({ status: 204, set: undefined });
    expect(await refresh('made-up')).toMatchObject({ status: 204, set: { value: '', maxAge: 0 } });
  });

  it('ends the session with its tokens', async () => {
    const { body, set } = await open();
    const cookie = set?.value ?? '';
    expect(await ask('DELETE', '/session', { cookie })).toMatchObject({ status: 204, set: { maxAge: 0 } });
    expect(await me(body.accessToken)).toBe(401);
    expect((await refresh(cookie)).status).toBe(204);
  });

  it('ends with the password that it was opened with', async () => {
    const { id } = await served.join('changer');
    const opened = await open(PASSWORD, 'changer@example.com');
    await served.send('PUT', '/v1/users/changePassword', {
      body: {
        username: 'changer',
        newPassword: 'Other-horse-8',
        confirmPassword: 'Other-horse-8',
        requestType: 'USER',
      },
    });
    expect(id).toBeTruthy();
    expect((await refresh(opened.set?.value ?? '')).status).toBe(204);
  });

  it('refuses pages of other sites, and programs that do not say where they come from', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', host: HOST, origin: `http://${HOST}` },
      { 'sec-fetch-site': 'same-site', host: HOST },
      { host: HOST, origin: 'http://evil.example' },
      { host: HOST, origin: 'null' },
      { host: HOST },
    ];
    for (const headers of foreign)
      expect((await ask('POST', '/session/refresh', { headers })).status, JSON.stringify(headers)).toBe(403);
    const own: Record<string, string>[] = [
      SAME,
      { host: HOST, origin: `http://${HOST}` },
      { host: HOST, origin: 'http://cairn.test' },
    ];
    for (const headers of own)
      expect((await ask('POST', '/session/refresh', { headers })).status, JSON.stringify(headers)).toBe(204);
  });
});

forEachStore('sessions of web pages behind TLS', (use) => {
  it('take no cookie that another host of the domain may have set', async () => {
    const served = await openServed(use().store, { publicUrl: 'https://cairn.test' });
    await served.join('reader');
    const post = (url: string, more: object) => served.app.inject({ method: 'POST', url, headers: SAME, ...more });
    const login = await post('/session', { payload: { email: 'reader@example.com', password: PASSWORD } });
    const [set] = login.cookies;
    expect(set).toMatchObject({ name: '__Host-cairn-session', secure: true });
    const refreshWith = async (name: string) => {
      const headers = { ...SAME, cookie: `${name}=${set?.value}` };
      return (await post('/session/refresh', { headers })).statusCode;
    };
    expect(await refreshWith('cairn-session')).toBe(204);
    expect(await refreshWith('__Host-cairn-session')).toBe(200);
    await served.close();
  });
});
