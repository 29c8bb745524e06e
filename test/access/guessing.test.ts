// Guessing of passwords is slowed down, whoever tries through however many requests and servers, and keeps nobody out.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { takeTryCommand } from '../../src/access/login/login-tries.js';
import type { Scope } from '../../src/catalog/index.js';
import { forEachStore } from '../support/stores.js';
import { type Answer, openServed, PASSWORD, type Served } from './open-served.js';

const DAY = 86_400_000;
const HOME = '127.0.0.1';

forEachStore('guessing passwords', (use) => {
  let served: Served;
  let start: number;
  beforeAll(async () => {
    served = await openServed(use().store);
    start = served.clock.now;
  });
  afterEach(async () => {
    served.clock.now = start;
    await use().store.write((tx) => tx.run('delete from login_try'));
  });
  afterAll(() => served.close());

  interface Try {
    email: string;
    password?: string;
    from?: string;
    by?: Served;
  }
  const logIn = ({ email, password = 'wrong', from = HOME, by = served }: Try): Promise<Answer> =>
    by.send('POST', '/v1/users/login', { body: { email, password }, as: null, from });
  const logInMany = async (tries: Try[]) => {
    const statuses = (await Promise.all(tries.map(logIn))).map(({ status }) => status);
    const of = (status: number) => statuses.filter((one) => one === status).length;
    return { compared: of(401) + of(200), refused: of(429), all: statuses.length };
  };
  const many = (count: number, make: (n: number) => Try) => Array.from({ length: count }, (_, n) => make(n));

  it('compares no more than the limit of parallel tries, by name and by address', async () => {
    await served.join('parallel');
    expect(await logInMany(many(60, () => ({ email: 'parallel' })))).toEqual({ compared: 5, refused: 55, all: 60 });
    const strange = many(60, () => ({ email: 'stranger', from: '10.2.0.1' }));
    expect(await logInMany(strange)).toEqual({ compared: 5, refused: 55, all: 60 });
    const names = many(60, (n) => ({ email: `name${n}@example.com`, from: '10.2.0.2' }));
    expect(await logInMany(names)).toEqual({ compared: 30, refused: 30, all: 60 });
    const addresses = many(20, (n) => ({ email: 'spread', from: `10.2.1.${n}` }));
    expect(await logInMany(addresses)).toEqual({ compared: 5, refused: 15, all: 20 });
  });

  it('lets in parallel log-ins with the right password, and counts none of them', async () => {
    await served.join('crowd');
    const right = many(15, () => ({ email: 'crowd', password: PASSWORD, from: '10.3.0.1' }));
    expect(await logInMany(right)).toMatchObject({ refused: 0, compared: 15 });
    const wrong = many(10, () => ({ email: 'crowd', from: '10.3.0.1' }));
    expect(await logInMany(wrong)).toMatchObject({ compared: 5, refused: 5 });
  });

  it('counts spellings of a name together', async () => {
    await served.join('carol');
    const spellings = ['carol', ' carol', 'carol ', 'CAROL', 'Carol@Example.com', ' carol@example.com\t', 'ｃａｒｏｌ'];
    for (const from of ['10.4.0.1', HOME]) {
      const statuses = [];
      for (const email of spellings) statuses.push((await logIn({ email, from })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      served.clock.now += DAY;
    }
  });

  it('locks nobody out of a known address by tries from elsewhere, and only slows a new address down', async () => {
    await served.join('dave');
    for (let n = 0; n < 12; n++) {
      await logIn({ email: 'dave', from: `10.5.0.${n}` });
      served.clock.now += 1000;
    }
    expect((await logIn({ email: 'dave', password: PASSWORD })).status).toBe(200);
    const elsewhere = await logIn({ email: 'dave', password: PASSWORD, from: '10.5.1.1' });
    expect(elsewhere).toMatchObject({ status: 429, body: { code: 429, errorType: 'LIMITS_EXCEPTION' } });
    expect(Number(elsewhere.headers['retry-after'])).toBeLessThanOrEqual(60);
    served.clock.now += Number(elsewhere.headers['retry-after']) * 1000;
    expect((await logIn({ email: 'dave', password: PASSWORD, from: '10.5.1.1' })).status).toBe(200);
    await logIn({ email: 'dave', from: '10.5.0.1' });
    expect((await logIn({ email: 'dave', password: PASSWORD, from: '10.5.1.1' })).status).toBe(200);
  });

  it('makes each wait longer up to a cap, and forgives by a log-in', async () => {
    await served.join('erin');
    const waits = [];
    for (let n = 0; n < 13; n++) {
      let { status, headers } = await logIn({ email: 'erin' });
      if (status === 401) ({ status, headers } = await logIn({ email: 'erin' }));
      if (status !== 429) continue;
      waits.push(Number(headers['retry-after']));
      served.clock.now += Number(headers['retry-after']) * 1000;
    }
    expect(waits.slice(0, 9)).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect((await logIn({ email: 'erin', password: PASSWORD })).status).toBe(200);
    expect((await logIn({ email: 'erin' })).status).toBe(401);
    expect((await logIn({ email: 'erin' })).status).toBe(401);
  });

  it('counts tries with the old password of a session like log-ins', async () => {
    const { token } = await served.join('frank');
    const change = (oldPassword: string) =>
      served.send('PUT', '/v1/users/changePassword', {
        body: { oldPassword, newPassword: 'Another-horse-8', confirmPassword: 'Another-horse-8' },
        as: token,
      });
    const wrong = await Promise.all(many(20, () => ({ email: '' })).map(() => change('wrong')));
    expect(wrong.filter(({ status }) => status === 400)).toHaveLength(5);
    expect((await change(PASSWORD)).status).toBe(429);
    served.clock.now += 10_000;
    expect((await change(PASSWORD)).status).toBe(200);
  });

  it('trusts no address any more when the password was changed, but that of the change', async () => {
    const { token } = await served.join('grace');
    expect((await logIn({ email: 'grace', password: PASSWORD, from: '10.6.0.1' })).status).toBe(200);
    const password = 'Another-horse-8';
    const body = { oldPassword: PASSWORD, newPassword: password, confirmPassword: password };
    expect((await served.send('PUT', '/v1/users/changePassword', { body, as: token })).status).toBe(200);
    for (let n = 0; n < 5; n++) await logIn({ email: 'grace', from: `10.6.1.${n}` });
    expect((await logIn({ email: 'grace', password, from: '10.6.0.1' })).status).toBe(429);
    expect((await logIn({ email: 'grace', password })).status).toBe(200);
  });

  it('goes on counting after a restart and on other servers, and keeps no text of a try', async () => {
    const other = await openServed(use().store);
    other.clock.now = served.clock.now;
    const email = 'heidi-whose-name-is-a-secret@example.com';
    const tries = many(30, (n) => ({ email, from: '10.7.0.1', by: n % 2 ? other : served }));
    expect(await logInMany(tries)).toMatchObject({ compared: 5, refused: 25 });
    await other.close();
    const rows = await use().store.read((sql) => sql.all<{ key: string }>('select * from login_try'));
    expect(JSON.stringify(rows)).not.toMatch(/heidi|10\.7/);
    for (const { key } of rows) expect(key).toHaveLength(43);
  });

  it('keeps a bounded number of counts', async () => {
    const { run } = takeTryCommand({ rows: 5, every: 2 });
    const context = { now: () => served.clock.now++ };
    for (let n = 0; n < 20; n++)
      await use().store.write((sql) => run([{ kind: 'pair', key: `key ${n}` }], { sql, context } as Scope));
    const rows = await use().store.read((sql) =>
      sql.all<{ key: string }>('select key from login_try order by last_at'),
    );
    expect(rows.map(({ key }) => key)).toEqual([15, 16, 17, 18, 19].map((n) => `key ${n}`));
  });

  it('keeps a lock-out no longer than its wait when the clock jumps', async () => {
    await served.join('ivan');
    const wait = async () => Number((await logIn({ email: 'ivan' })).headers['retry-after'] ?? 0);
    served.clock.now += 40 * DAY;
    for (let n = 0; n < 5; n++) expect(await wait()).toBe(0);
    expect(await wait()).toBe(10);
    served.clock.now -= 40 * DAY;
    expect(await wait()).toBe(10);
    served.clock.now += 9000;
    expect(await wait()).toBe(1);
    served.clock.now += 1000;
    expect((await logIn({ email: 'ivan', password: PASSWORD })).status).toBe(200);
    for (let n = 0; n < 5; n++) await wait();
    served.clock.now -= 40 * DAY;
    expect(await wait()).toBe(10);
    served.clock.now += 10_000;
    expect((await logIn({ email: 'ivan', password: PASSWORD })).status).toBe(200);
  });

  it('refuses credentials that are too long with 400, and bodies that no log-in has with 413', async () => {
    const { token } = await served.join('judy');
    const long = 'x'.repeat(1025);
    const refusals = {
      email: await logIn({ email: 'x'.repeat(513) }),
      password: await logIn({ email: 'judy', password: long }),
      oldPassword: await served.send('PUT', '/v1/users/changePassword', {
        body: { oldPassword: long, newPassword: PASSWORD, confirmPassword: PASSWORD },
        as: token,
      }),
      newPassword: await served.send('PUT', '/v1/users/changePassword', {
        body: { newPassword: long, confirmPassword: long },
      }),
      username: await served.send('PUT', '/v1/users/changePassword', {
        body: { username: long, requestType: 'USER', newPassword: PASSWORD, confirmPassword: PASSWORD },
      }),
      refreshToken: await served.send('POST', '/v1/users/refresh', { body: { refreshToken: long }, as: null }),
      token: await served.send('POST', '/v1/users/logout', { body: { token: 'x'.repeat(16_385) } }),
      tokenName: await served.send('PUT', '/v1/users/security/token', {
        body: { tokenName: long, JWTTokenExpiry: '7' },
        as: token,
      }),
      confirmPassword: await served.send('POST', '/v1/users', {
        body: { name: 'kim', email: 'kim@example.com', password: PASSWORD, confirmPassword: long },
      }),
    };
    for (const [name, { status, body }] of Object.entries(refusals)) {
      expect([name, status, body.errorType]).toEqual([name, 400, 'BAD_REQUEST']);
      expect(body.message).toContain(name);
    }
    expect((await logIn({ email: 'judy', password: 'x'.repeat(20_000) })).status).toBe(413);
    const bearer = await served.send('GET', '/v1/users/loggedInUser', { as: `a.${'b'.repeat(20_000)}.c` });
    expect(bearer.status).toBe(401);
    expect((await logIn({ email: 'ü'.repeat(512), password: 'ü'.repeat(1024) })).status).toBe(401);
  });
});
